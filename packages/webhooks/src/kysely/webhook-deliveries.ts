import type { QueuePosition } from "@acme/auth-core";
import type { LeaseToken } from "@acme/auth-core/store";
import {
  type Access,
  changed,
  claimingCalls,
  type Compiler,
  instant,
  instantOrNull,
  leasedQueue,
  list,
  mapperOf,
  type QueueOf,
  statement,
  tablesOf,
} from "@acme/auth-kysely/tables";
import type {
  AttemptResult,
  DeliveryReport,
  DeliveryState,
  WebhookDelivery,
  WebhookDeliveryStore,
} from "../webhook-delivery-store.js";
import type { WebhookDeliveryId, WebhookEndpointId } from "../webhook-ids.js";
import type { WebhookFailure } from "../webhook-sender.js";
import type { WebhookDeliveryTable, WebhookTables } from "./schema.js";

const DELIVERY = mapperOf<WebhookDelivery, WebhookDeliveryTable>()({
  id: "id",
  endpointId: "endpoint_id",
  eventId: "event_id",
  event: "event",
  payload: "payload",
  attempts: "attempts",
  nextAttemptAt: instant("next_attempt_at"),
  createdAt: instant("created_at"),
  expiresAt: instant("expires_at"),
});

const QUEUE: QueueOf<WebhookDelivery, Parameters<typeof DELIVERY.toEntity>[0]> = {
  table: "auth_webhook_delivery",
  columns: DELIVERY.columns,
  toRow: DELIVERY.toEntity,
};

/** What became of a delivery so far. */
interface Result {
  readonly state: DeliveryState;
  readonly at: Date | null;
  readonly status: number | null;
  readonly failure: WebhookFailure | null;
}

const RESULT = mapperOf<Result, WebhookDeliveryTable>()({
  state: "status",
  at: instantOrNull("attempted_at"),
  status: "answer_status",
  failure: "failure",
});

interface One {
  readonly id: WebhookDeliveryId;
}

interface Leased extends One {
  readonly lease: LeaseToken;
}

interface OfEndpoint {
  readonly endpointId: WebhookEndpointId;
  readonly limit: number;
}

const reading = (compiler: Compiler) => {
  const db = tablesOf<WebhookTables>(compiler);
  const newestFirst = (given: OfEndpoint) =>
    db
      .selectFrom("auth_webhook_delivery")
      .select([...DELIVERY.columns, ...RESULT.columns])
      .where("endpoint_id", "=", given.endpointId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(given.limit);
  return {
    newest: statement(newestFirst),
    behind: statement((given: OfEndpoint & QueuePosition<WebhookDelivery>) =>
      newestFirst(given).where((row) =>
        row(row.refTuple("created_at", "id"), "<", row.tuple(given.createdAt, given.id)),
      ),
    ),
  };
};

const changing = (compiler: Compiler) => {
  const db = tablesOf<WebhookTables>(compiler);
  const leased = ({ id, lease }: Leased) =>
    db.updateTable("auth_webhook_delivery").where("id", "=", id).where("lease", "=", lease);
  return {
    enqueue: statement((given: WebhookDelivery) =>
      db.insertInto("auth_webhook_delivery").values({
        ...DELIVERY.toRow(given),
        status: "queued",
        lease: null,
        attempted_at: null,
        answer_status: null,
        failure: null,
      }),
    ),
    complete: statement((given: Leased) =>
      leased(given).set((row) => ({
        attempts: row("attempts", "+", row.lit(1)),
        status: "delivered",
        lease: null,
      })),
    ),
    markAttempted: statement((given: Leased & AttemptResult) =>
      leased(given).set({
        attempted_at: given.at,
        answer_status: given.status,
        failure: given.failure,
      }),
    ),
    deleteLeased: statement((given: Leased) =>
      db
        .deleteFrom("auth_webhook_delivery")
        .where("id", "=", given.id)
        .where("lease", "=", given.lease),
    ),
    retrySettled: statement((given: One & { now: Date }) =>
      db
        .updateTable("auth_webhook_delivery")
        .set((row) => ({ status: "queued", attempts: row.lit(0), next_attempt_at: given.now }))
        .where("id", "=", given.id)
        .where("status", "in", ["delivered", "dead"]),
    ),
  };
};

export function webhookDeliveries(compiler: Compiler): (at: Access) => WebhookDeliveryStore {
  const queueAt = leasedQueue(compiler, QUEUE);
  const callsAt = claimingCalls(compiler, QUEUE, { receiver: "endpoint_id" });
  const { newest, behind } = reading(compiler);
  const { enqueue, complete, markAttempted, deleteLeased, retrySettled } = changing(compiler);

  return (at) => ({
    ...queueAt(at),
    claimCalls: callsAt(at),
    async enqueue(delivery) {
      await changed(at.writes, enqueue, delivery);
    },
    complete: async (id, lease) => (await changed(at.writes, complete, { id, lease })) === 1,
    markAttempted: async (id, lease, result) =>
      (await changed(at.writes, markAttempted, { ...result, id, lease })) === 1,
    deleteLeased: async (id, lease) =>
      (await changed(at.writes, deleteLeased, { id, lease })) === 1,
    async listByEndpoint(endpointId, after, limit) {
      const rows = after
        ? await list(at.reads, behind, {
            createdAt: after.createdAt,
            id: after.id,
            endpointId,
            limit,
          })
        : await list(at.reads, newest, { endpointId, limit });
      return rows.map(toReport);
    },
    retrySettled: async (id, now) => (await changed(at.writes, retrySettled, { id, now })) === 1,
  });
}

type ReportRow = Parameters<typeof DELIVERY.toEntity>[0] & Parameters<typeof RESULT.toEntity>[0];

function toReport(row: ReportRow): DeliveryReport {
  const { payload: _, ...delivery } = DELIVERY.toEntity(row);
  const { state, at, status, failure } = RESULT.toEntity(row);
  return { ...delivery, state, lastAttempt: at === null ? null : { at, status, failure } };
}

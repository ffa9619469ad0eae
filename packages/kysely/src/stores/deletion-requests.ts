import type { DeletionRequest, DeletionRequestId, UserId } from "@acme/auth-core";
import type { DeletionPosition, DeletionRequestStore } from "@acme/auth-core/store";
import type { Selectable } from "kysely";
import { instant, instantOrNull, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { DeletionRequestTable } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const REQUEST = mapperOf<DeletionRequest, DeletionRequestTable>()({
  id: "id",
  userId: "user_id",
  status: "status",
  requestedAt: instant("requested_at"),
  scheduledFor: instant("scheduled_for"),
  reason: "reason",
  endedAt: instantOrNull("ended_at"),
  errorCode: "error_code",
});

/** What a request was before it was cancelled: only pending ones are. */
const toCancelled = (row: Selectable<DeletionRequestTable> | undefined): DeletionRequest | null =>
  row ? { ...REQUEST.toEntity(row), status: "pending", endedAt: null } : null;

interface OfUser {
  readonly userId: UserId;
  readonly limit: number;
}

interface Moment {
  readonly now: Date;
}

const reading = ({ db }: BaseCompiler) => {
  const some = db.selectFrom("auth_deletion_request").select(REQUEST.columns);
  const oldestFirst = some.orderBy("requested_at").orderBy("id");
  return {
    byId: statement((given: { id: DeletionRequestId }) => some.where("id", "=", given.id)),
    pendingOf: statement((given: { userId: UserId }) =>
      some.where("user_id", "=", given.userId).where("status", "=", "pending"),
    ),
    oldestOfUser: statement((given: OfUser) =>
      oldestFirst.where("user_id", "=", given.userId).limit(given.limit),
    ),
    ofUserBehind: statement((given: OfUser & DeletionPosition) =>
      oldestFirst
        .where("user_id", "=", given.userId)
        .where((row) =>
          row(row.refTuple("requested_at", "id"), ">", row.tuple(given.requestedAt, given.id)),
        )
        .limit(given.limit),
    ),
  };
};

const ending = ({ db }: BaseCompiler) => {
  const pending = () => db.updateTable("auth_deletion_request").where("status", "=", "pending");
  const cancelled = (given: Moment & { userId: UserId }) =>
    pending()
      .set({ status: "cancelled", ended_at: given.now })
      .where("user_id", "=", given.userId)
      .returning(REQUEST.columns);
  return {
    cancel: statement((given: Moment & { userId: UserId }) =>
      cancelled(given).where((row) =>
        row.or([row("scheduled_for", ">", given.now), row("error_code", "is not", null)]),
      ),
    ),
    fail: statement((given: { id: DeletionRequestId }) =>
      pending().set({ error_code: "ERASURE_FAILED" }).where("id", "=", given.id),
    ),
    revoke: statement(cancelled),
    complete: statement((given: Moment & { id: DeletionRequestId }) =>
      pending()
        .set({
          status: "completed",
          ended_at: given.now,
          user_id: null,
          reason: "",
          error_code: null,
        })
        .where("id", "=", given.id),
    ),
    emptyReasons: statement((given: { userId: UserId }) =>
      db
        .updateTable("auth_deletion_request")
        .set({ reason: "" })
        .where("user_id", "=", given.userId)
        .where("reason", "!=", ""),
    ),
    reject: statement(
      (
        given: Moment & {
          id: DeletionRequestId;
          errorCode: NonNullable<DeletionRequest["errorCode"]>;
        },
      ) =>
        pending()
          .set({ status: "rejected", ended_at: given.now, error_code: given.errorCode })
          .where("id", "=", given.id),
    ),
  };
};

export function deletionRequests(compiler: BaseCompiler): (at: Access) => DeletionRequestStore {
  const { byId, pendingOf, oldestOfUser, ofUserBehind } = reading(compiler);
  const { cancel, fail, revoke, complete, emptyReasons, reject } = ending(compiler);

  const insert = statement((given: DeletionRequest) =>
    compiler.db
      .insertInto("auth_deletion_request")
      .values(REQUEST.toRow(given))
      .onConflict((conflict) => conflict.doNothing()),
  );

  return ({ reads, writes }) => ({
    insertUnlessPending: async (request) => (await changed(writes, insert, request)) === 1,
    find: async (id) => REQUEST.toEntityOrNull(await first(reads, byId, { id })),
    findPending: async (userId) =>
      REQUEST.toEntityOrNull(await first(reads, pendingOf, { userId })),
    async listByUser(userId, after, limit) {
      const rows = after
        ? await list(reads, ofUserBehind, {
            requestedAt: after.requestedAt,
            id: after.id,
            userId,
            limit,
          })
        : await list(reads, oldestOfUser, { userId, limit });
      return rows.map(REQUEST.toEntity);
    },
    markFailed: async (id) => (await changed(writes, fail, { id })) === 1,
    cancel: async (userId, now) => toCancelled(await first(writes, cancel, { userId, now })),
    revoke: async (userId, now) => toCancelled(await first(writes, revoke, { userId, now })),
    async settle(id, outcome, now) {
      if (outcome.status === "rejected")
        return (await changed(writes, reject, { id, now, errorCode: outcome.errorCode })) === 1;
      const userId = (await first(reads, byId, { id }))?.user_id ?? null;
      if ((await changed(writes, complete, { id, now })) === 0) return false;
      if (userId) await changed(writes, emptyReasons, { userId });
      return true;
    },
  });
}

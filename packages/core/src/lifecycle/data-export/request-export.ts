import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import { contributorsPayload } from "../../background/jobs/named-contributors.js";
import { requireSpent } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import { DAY } from "../../kernel/duration.js";
import type { ExportRequestId, UserId } from "../../kernel/ids.js";
import type { OperatorText } from "../../kernel/operator-text.js";
import type { Contributor } from "../../store/contributor.js";
import type { World } from "../../store/env.js";
import { exportBudgetOf } from "../../store/ownership.js";
import type { Tx } from "../../store/store.js";
import type { ExportRequest } from "./export-request-store.js";

export interface NewExport {
  readonly userId: UserId;
  /** Those that participate: the job names them. */
  readonly contributors: readonly Contributor[];
  /** Null when no request causes it. */
  readonly client: Client | null;
  /** What the operator wrote who asks for it; null when the user does. */
  readonly operator: OperatorText | null;
}

/**
 * Stores the request for an export, and the job that writes the document. Returns the pending
 * request instead where the user has one, and then nothing is counted; null when that one has ended
 * in this very moment.
 * @throws {AuthError} `TOO_MANY_REQUESTS`
 */
export async function requestExport(
  tx: Tx,
  world: World,
  { userId, contributors, client, operator }: NewExport,
): Promise<ExportRequest | null> {
  const { clock, policy } = world;
  const requested = composeRequest(world, userId);
  const { id } = requested;
  if (!(await tx.exportRequests.insertUnlessPending(requested)))
    return tx.exportRequests.findPending(userId);
  const budget = exportBudgetOf(userId);
  requireSpent(await tx.counters.spend(budget, policy.exportsPerDay, DAY, clock.now()));
  const payload = contributorsPayload(contributors);
  const dueAt = requested.createdAt;
  await enqueueJob(tx, world, { kind: "produce-export", subject: id, dueAt, payload });
  const detail = { requestId: id };
  await recordEvent(tx, world, { event: "export.requested", userId, client, operator, detail });
  return requested;
}

const composeRequest = ({ clock, random }: World, userId: UserId): ExportRequest => ({
  id: random.id<ExportRequestId>(),
  userId,
  status: "pending",
  createdAt: clock.now(),
  readyAt: null,
  expiresAt: null,
  errorMessage: null,
  fileKey: null,
});

import type { LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import { contributorsPayload } from "../../background/jobs/named-contributors.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Client } from "../../kernel/client.js";
import { after, DAY } from "../../kernel/duration.js";
import { AuthError } from "../../kernel/errors.js";
import type { DeletionRequestId } from "../../kernel/ids.js";
import type { OperatorText } from "../../kernel/operator-text.js";
import type { Contributor } from "../../store/contributor.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { DeletionReason } from "./deletion-reason.js";
import type { CheckedDeletionRequest, DeletionRequest } from "./deletion-request-store.js";

export interface NewDeletion {
  readonly user: LockedUser;
  readonly reason: DeletionReason;
  /** Those that participate: the job names them. */
  readonly contributors: readonly Contributor[];
  /** Whether the password was given. */
  readonly byPassword: boolean;
  /** Null when no request causes it. */
  readonly client: Client | null;
  /** What the operator wrote who starts the deletion; null when the user does. */
  readonly operator: OperatorText | null;
}

/**
 * Stores the request to delete an account, and the job that carries it out at the end of the grace
 * period. A mail tells the user, and names the organizations that stand in the way.
 * @throws {AuthError} `DELETION_ALREADY_PENDING`
 */
export async function requestDeletion(
  tx: Tx,
  world: World,
  { reason, contributors, ...asked }: NewDeletion,
): Promise<DeletionRequest> {
  const { user, client, operator } = asked;
  const requestedAt = world.clock.now();
  const requested: CheckedDeletionRequest = {
    id: world.random.id<DeletionRequestId>(),
    userId: user.id,
    status: "pending",
    requestedAt,
    reason,
    endedAt: null,
    errorCode: null,
    scheduledFor: after(requestedAt, world.policy.deletionGraceDays * DAY),
  };
  const { id, scheduledFor } = requested;
  if (!(await tx.deletionRequests.insertUnlessPending(requested)))
    throw new AuthError("DELETION_ALREADY_PENDING");
  await enqueueJob(tx, world, {
    kind: "delete-account",
    subject: id,
    dueAt: scheduledFor,
    payload: contributorsPayload(contributors),
  });
  await recordEvent(tx, world, {
    event: "deletion.requested",
    userId: user.id,
    client,
    operator,
    detail: { requestId: id },
  });
  await tellRequested(tx, world, asked, requested);
  return requested;
}

async function tellRequested(
  tx: Tx,
  world: World,
  { user, byPassword, client, operator }: Omit<NewDeletion, "reason" | "contributors">,
  { id, scheduledFor }: DeletionRequest,
): Promise<void> {
  const blocking = await tx.organizations.listSolelyOwnedBy(user.id);
  const data = {
    requestId: id,
    scheduledFor: scheduledFor.toISOString(),
    organizations: blocking.map(({ name }) => name),
    atOnce: world.policy.deletionGraceDays === 0,
    byPassword,
  };
  await enqueueNotice(tx, world, user, {
    template: "deletion-requested",
    data,
    client,
    by: operator === null ? "session" : "operator",
  });
}

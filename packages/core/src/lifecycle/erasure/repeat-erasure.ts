import type { DeletionRequestId, UserId } from "../../kernel/ids.js";
import type { Contributor } from "../../store/contributor.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { parseDeletionReason } from "../account-deletion/deletion-reason.js";
import { eraseUser } from "../account-deletion/erase-user.js";
import type { RestoredUser } from "./find-restored.procedure.js";
import { type HandedOver, handOverOrganizations } from "./hand-over-organizations.js";

export interface RepeatedErasure extends RestoredUser {
  readonly contributors: readonly Contributor[];
  /** All users who are erased again. */
  readonly restored: ReadonlySet<UserId>;
}

/**
 * Erases a user whom a restored backup has brought back, by the steps of every erasure. Returns
 * what became of the organizations that the user owned alone; null when the user is gone already.
 */
export async function repeatErasure(
  tx: Tx,
  world: World,
  { userId, entry, contributors, restored }: RepeatedErasure,
): Promise<HandedOver | null> {
  const user = await tx.users.lock(userId);
  if (!user) return null;
  const organizations = await handOverOrganizations(tx, world, { userId, restored });
  const requestId = await findOrInsertRequest(tx, world, userId);
  const recorded = { entry, isListed: true };
  await eraseUser(tx, world, { user, requestId, contributors, recorded });
  return organizations;
}

/**
 * The erasure leaves the tombstone that every erasure leaves. In the backup the user may not have
 * asked for it yet.
 */
async function findOrInsertRequest(
  tx: Tx,
  { clock, random, policy }: World,
  userId: UserId,
): Promise<DeletionRequestId> {
  const pending = await tx.deletionRequests.findPending(userId);
  if (pending) return pending.id;
  const now = clock.now();
  const id = random.id<DeletionRequestId>();
  await tx.deletionRequests.insertUnlessPending({
    id,
    userId,
    status: "pending",
    requestedAt: now,
    scheduledFor: now,
    reason: parseDeletionReason("", policy.deletionReasonLength),
    endedAt: null,
    errorCode: null,
  });
  return id;
}

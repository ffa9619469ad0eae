import { recordEvent } from "../../background/audit-log/record-event.js";
import type { DeletionRequestId, UserId } from "../../kernel/ids.js";
import { exportBudgetOf } from "../data-export/export-request-store.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Owner } from "../../organizations/membership/membership-store.js";
import type { Contributor } from "../../store/contributor.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { LockedUser } from "../../account/user/user-store.js";

export interface Erasure {
  readonly user: LockedUser;
  readonly requestId: DeletionRequestId;
  readonly contributors: readonly Contributor[];
}

/**
 * Removes the user and all they own; the request stays as a tombstone. What cannot be done in one transaction is left to jobs that it puts into the queue:
 * stored exports, what contributors keep elsewhere, and the audit entries, of which only the link to the user is cut.
 */
export async function eraseUser(
  tx: Tx,
  world: World,
  { user, requestId, contributors }: Erasure,
): Promise<void> {
  const now = world.clock.now();
  for (const contributor of contributors) await contributor.eraseWithin(tx, user.id);

  const later = (kind: "delete-file" | "erase-after" | "blank-audit", subject: string) =>
    enqueueJob(tx, world, { kind, subject, dueAt: now });
  for (const file of await tx.exportRequests.listFiles(user.id)) await later("delete-file", file);
  for (const { section } of contributors) await later("erase-after", `${section} ${user.id}`);
  await later("blank-audit", user.id);

  await tx.oneTimeCodes.deleteFor(user.email);
  await tx.mailedLinks.deleteFor({ userId: user.id, email: user.email });
  await tx.invitations.deleteFor(user.email);
  await tx.counters.reset(exportBudgetOf(user.id));
  await tx.deletionRequests.settle(requestId, { status: "completed" }, now);
  await recordEvent(tx, world, {
    event: "deletion.completed",
    userId: user.id,
    client: null,
    detail: { requestId },
  });
  await tellCoOwners(tx, world, user.id);
  await enqueueNotice(tx, world, user, "account-deleted");
  await tx.users.delete(user.id);
}

/** Whoever owns an organization together with the user is told once that its owners changed; in the order of ids, as everybody tells several users. */
async function tellCoOwners(tx: Tx, world: World, userId: UserId): Promise<void> {
  const coOwners = new Map<UserId, Owner>();
  for (const { id } of await tx.organizations.lockOwnedBy(userId)) {
    for (const owner of await tx.memberships.listOwners(id))
      if (owner.id !== userId) coOwners.set(owner.id, owner);
  }
  const inOrder = [...coOwners.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const owner of inOrder) await enqueueNotice(tx, world, owner, "owners-changed");
}

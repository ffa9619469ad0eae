import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import { enqueueDeliveries, ERASED_EVENT } from "../../background/webhook/enqueue-deliveries.js";
import type { WebhookEvent } from "../../background/webhook/payload.js";
import type { AuditEntryId, DeletionRequestId, UserId } from "../../kernel/ids.js";
import type { Owner } from "../../organizations/membership/membership-store.js";
import type { Contributor } from "../../store/contributor.js";
import type { World } from "../../store/env.js";
import { removalsOf } from "../../store/ownership.js";
import type { Tx } from "../../store/store.js";
import type { LockedUser } from "../../account/user/user-store.js";

export interface Erasure {
  readonly user: LockedUser;
  /** The request that is carried out. It stays as a tombstone. */
  readonly requestId: DeletionRequestId;
  readonly contributors: readonly Contributor[];
}

/**
 * Removes the user and everything that `OWNERSHIP` says is theirs. What does not fit into one transaction is left to jobs, which are enqueued here: the files of
 * exports, what contributors hold elsewhere, and the audit entries, which lose only what names the user.
 */
export async function eraseUser(
  tx: Tx,
  world: World,
  { user, requestId, contributors }: Erasure,
): Promise<void> {
  const now = world.clock.now();
  const enqueue = (
    kind: "delete-file" | "erase-after" | "blank-audit",
    subject: string,
  ): Promise<void> => enqueueJob(tx, world, { kind, subject, dueAt: now });

  for (const contributor of contributors) await contributor.eraseWithin(tx, user.id);
  for (const { section } of contributors) await enqueue("erase-after", `${section} ${user.id}`);
  for (const remove of removalsOf("erased")) await remove(tx, { user, now, requestId, enqueue });
  await recordEvent(tx, world, {
    event: "deletion.completed",
    userId: user.id,
    client: null,
    detail: { requestId },
  });
  await enqueueDeliveries(tx, world, { event: erasureOf(world, user.id), isTold: true });
  await tellCoOwners(tx, world, user.id);
  await enqueueNotice(tx, world, user, { template: "account-deleted", client: null, by: null });
  await tx.users.delete(user.id);
}

/** What every endpoint of webhooks is told: a system that keeps something about the user hears that the user is gone. */
const erasureOf = ({ clock, random }: World, userId: UserId): WebhookEvent => ({
  id: random.id<AuditEntryId>(),
  event: ERASED_EVENT,
  at: clock.now(),
  userId,
  organizationId: null,
  actorId: null,
  detail: {},
});

/** Tells each person who owns an organization together with the user, once, that its owners changed. In the order of ids, like every step that tells several users. */
async function tellCoOwners(tx: Tx, world: World, userId: UserId): Promise<void> {
  const coOwners = new Map<UserId, Owner>();
  for (const { id } of await tx.organizations.lockOwnedBy(userId)) {
    for (const owner of await tx.memberships.listOwners(id))
      if (owner.id !== userId) coOwners.set(owner.id, owner);
  }
  const inOrder = [...coOwners.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const owner of inOrder)
    await enqueueNotice(tx, world, owner, {
      template: "owners-changed",
      data: { organization: null },
      client: null,
      by: null,
    });
}

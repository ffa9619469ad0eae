import type { LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueEvent } from "../../background/events/publish-event.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import type { JobKind } from "../../background/jobs/job-store.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { ErasureEntry } from "../../kernel/erasure-entry.js";
import type { AuditEntryId, DeletionRequestId, UserId } from "../../kernel/ids.js";
import type { Owner } from "../../organizations/membership/membership-store.js";
import type { Contributor } from "../../store/contributor.js";
import type { World } from "../../store/env.js";
import { ERASED_EVENT, type ErasureEvent } from "../../store/erasure-event.js";
import { removalsOf } from "../../store/ownership.js";
import type { Tx } from "../../store/store.js";

export interface Erasure {
  readonly user: LockedUser;
  /** The request that is carried out. It stays as a tombstone. */
  readonly requestId: DeletionRequestId;
  readonly contributors: readonly Contributor[];
  /** What is noted for the ledger of erasures; null without a ledger. */
  readonly recorded: RecordedErasure | null;
}

/** An erasure as the ledger lists it. */
export interface RecordedErasure {
  readonly entry: ErasureEntry;
  /**
   * Whether the ledger has it already: a restored backup brought the user back, and the erasure is
   * repeated.
   */
  readonly isListed: boolean;
}

/**
 * Removes the user and everything that `OWNERSHIP` says is theirs. What does not fit into one
 * transaction is left to jobs, which are enqueued here: the files of exports, what contributors
 * hold elsewhere, the audit entries, which lose only what names the user, and the entry in the
 * ledger of erasures. A repeated erasure is told to systems and not to people, who heard of it when
 * it happened.
 */
export async function eraseUser(
  tx: Tx,
  world: World,
  { user, requestId, contributors, recorded }: Erasure,
): Promise<void> {
  const now = world.clock.now();
  const enqueue = (kind: JobKind, subject: string): Promise<void> =>
    enqueueJob(tx, world, { kind, subject, dueAt: now });

  for (const contributor of contributors) await contributor.eraseWithin(tx, user.id);
  for (const { section, eraseAfter } of contributors)
    if (eraseAfter) await enqueue("erase-after", `${section} ${user.id}`);
  const erasure = { user, now, requestId, enqueue };
  for (const remove of removalsOf(world.ownership, "erased")) await remove(tx, erasure);
  await recordEvent(tx, world, {
    event: "deletion.completed",
    userId: user.id,
    client: null,
    detail: { requestId },
  });
  await enqueueEvent(tx, world, { event: erasureOf(world, user.id), notifies: true });
  if (recorded) await tx.erasures.insertUnlessKnown(recorded.entry, now);
  if (recorded && !recorded.isListed) await enqueue("append-erasure", recorded.entry);
  if (!recorded?.isListed) await tellPeople(tx, world, user);
  await tx.users.delete(user.id);
}

const erasureOf = ({ clock, random }: World, userId: UserId): ErasureEvent => ({
  id: random.id<AuditEntryId>(),
  event: ERASED_EVENT,
  at: clock.now(),
  userId,
  organizationId: null,
  actorId: null,
  detail: {},
});

async function tellPeople(tx: Tx, world: World, user: LockedUser): Promise<void> {
  await tellCoOwners(tx, world, user.id);
  await enqueueNotice(tx, world, user, { template: "account-deleted", client: null, by: null });
}

/**
 * Tells each person who owns an organization together with the user, once, that its owners changed.
 * In the order of ids, like every step that tells several users.
 */
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

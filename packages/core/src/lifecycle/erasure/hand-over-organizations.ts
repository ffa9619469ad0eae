import { isSuspended } from "../../account/user/suspension.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import type { OrganizationId, UserId } from "../../kernel/ids.js";
import { assignRole } from "../../organizations/membership/assign-role.js";
import type { Member } from "../../organizations/membership/membership-store.js";
import type { Organization } from "../../organizations/organization/organization-store.js";
import type { World } from "../../store/env.js";
import { readPages } from "../../store/read-pages.js";
import type { Tx } from "../../store/store.js";
import { lockSolelyOwned } from "../account-deletion/lock-solely-owned.js";

const MEMBERS_PER_PAGE = 100;

/** What became of the organizations that an erased user owned alone. */
export interface HandedOver {
  /** They have another owner. */
  readonly given: readonly OrganizationId[];
  /** They had no other member. */
  readonly deleted: readonly OrganizationId[];
}

interface Leaving {
  readonly userId: UserId;
  /**
   * All users whom the backup has brought back, this one too, and who are erased: none of them
   * becomes an owner.
   */
  readonly restored: ReadonlySet<UserId>;
}

/**
 * Gives each organization that the user owns alone to the admin, or else the member, who joined
 * first, and tells that member by mail; to one who is suspended or waits for deletion only when
 * there is no other. An organization without another member is deleted. Before the erasure that is
 * repeated the user had handed them over or deleted them; the backup does not know to whom.
 */
export async function handOverOrganizations(
  tx: Tx,
  world: World,
  { userId, restored }: Leaving,
): Promise<HandedOver> {
  const given: OrganizationId[] = [];
  const deleted: OrganizationId[] = [];
  for (const organization of await lockSolelyOwned(tx, userId)) {
    const { id } = organization;
    const member = await findNewOwner(tx, world, { organizationId: id, restored });
    if (member) await makeOwner(tx, world, { organization, member, userId });
    else await deleteOrganization(tx, world, { organizationId: id, userId });
    (member ? given : deleted).push(id);
  }
  return { given, deleted };
}

async function findNewOwner(
  tx: Tx,
  world: World,
  {
    organizationId,
    restored,
  }: Pick<Leaving, "restored"> & { readonly organizationId: OrganizationId },
): Promise<Member | null> {
  let best: Member | null = null;
  let bestRank = Infinity;
  for await (const member of membersOf(tx, organizationId)) {
    if (restored.has(member.userId)) continue;
    const rankOfRole = member.role === "admin" ? 0 : 1;
    if (rankOfRole >= bestRank) continue;
    const rank = rankOfRole + ((await isAbsent(tx, world, member.userId)) ? 2 : 0);
    if (rank < bestRank) [best, bestRank] = [member, rank];
    if (bestRank === 0) break;
  }
  return best;
}

/** First to join first. */
async function* membersOf(tx: Tx, organizationId: OrganizationId): AsyncGenerator<Member> {
  for await (const members of readPages<Member>(MEMBERS_PER_PAGE, (after, limit) =>
    tx.memberships.listMembers(organizationId, after, limit),
  ))
    yield* members;
}

/** Whether the user is suspended or waits for deletion. */
async function isAbsent(tx: Tx, { clock }: World, userId: UserId): Promise<boolean> {
  const user = await tx.users.findById(userId);
  if (!user || isSuspended(user, clock.now())) return true;
  return (await tx.deletionRequests.findPending(userId)) !== null;
}

interface NewOwner {
  readonly organization: Organization;
  readonly member: Member;
  readonly userId: UserId;
}

async function makeOwner(
  tx: Tx,
  world: World,
  { organization, member, userId }: NewOwner,
): Promise<void> {
  await assignRole(tx, world, { member, role: "owner", organization, client: null, by: null });
  await recordEvent(tx, world, {
    event: "member.role_changed",
    userId,
    doneTo: member.userId,
    organizationId: organization.id,
    client: null,
    detail: { memberId: member.id, from: member.role, to: "owner" },
  });
}

async function deleteOrganization(
  tx: Tx,
  world: World,
  deleted: { readonly organizationId: OrganizationId; readonly userId: UserId },
): Promise<void> {
  await tx.organizations.delete(deleted.organizationId);
  await recordEvent(tx, world, {
    event: "organization.deleted",
    ...deleted,
    client: null,
    detail: {},
  });
}

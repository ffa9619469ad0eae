import { recordEvent } from "../../background/audit-log/record-event.js";
import type { OrganizationId, UserId } from "../../kernel/ids.js";
import { assignRole } from "../../organizations/membership/assign-role.js";
import type { Member, MemberPosition } from "../../organizations/membership/membership-store.js";
import type { Organization } from "../../organizations/organization/organization-store.js";
import type { World } from "../../store/env.js";
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

/**
 * Gives each organization that the user owns alone to the admin, or else the member, who joined first, and tells that member by mail. An organization
 * without another member is deleted. Before the erasure that is repeated the user had handed them over or deleted them; the backup does not know to whom.
 */
export async function handOverOrganizations(
  tx: Tx,
  world: World,
  userId: UserId,
): Promise<HandedOver> {
  const given: OrganizationId[] = [];
  const deleted: OrganizationId[] = [];
  for (const organization of await lockSolelyOwned(tx, userId)) {
    const { id } = organization;
    const member = await findSuccessor(tx, id, userId);
    if (member) await makeOwner(tx, world, { organization, member, userId });
    else await deleteOrganization(tx, world, { organizationId: id, userId });
    (member ? given : deleted).push(id);
  }
  return { given, deleted };
}

async function findSuccessor(
  tx: Tx,
  organizationId: OrganizationId,
  userId: UserId,
): Promise<Member | null> {
  let first: Member | null = null;
  let after: MemberPosition | null = null;
  for (;;) {
    const members = await tx.memberships.listMembers(organizationId, after, MEMBERS_PER_PAGE);
    const others: readonly Member[] = members.filter((member) => member.userId !== userId);
    const admin = others.find(({ role }) => role === "admin");
    if (admin) return admin;
    first ??= others[0] ?? null;
    if (members.length < MEMBERS_PER_PAGE) return first;
    after = members.at(-1) ?? null;
  }
}

interface Succession {
  readonly organization: Organization;
  readonly member: Member;
  readonly userId: UserId;
}

async function makeOwner(
  tx: Tx,
  world: World,
  { organization, member, userId }: Succession,
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

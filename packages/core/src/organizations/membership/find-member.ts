import { AuthError } from "../../kernel/errors.js";
import type { MembershipId, OrganizationId } from "../../kernel/ids.js";
import type { Tx } from "../../store/store.js";
import type { Member } from "./membership-store.js";

/**
 * Returns a member of the organization.
 * @throws {AuthError} `MEMBER_NOT_FOUND`
 */
export async function findMember(
  tx: Tx,
  organizationId: OrganizationId,
  id: MembershipId,
): Promise<Member> {
  const member = await tx.memberships.findMember(organizationId, id);
  if (!member) throw new AuthError("MEMBER_NOT_FOUND");
  return member;
}

import { type Cause, tellUser } from "../../background/mail/enqueue-notice.js";
import { AuthError } from "../../kernel/errors.js";
import type { Role } from "../../kernel/role.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Organization } from "../organization/organization-store.js";
import type { Member } from "./membership-store.js";

/** Which member gets which role, and by whom. */
export interface RoleAssignment extends Cause {
  readonly member: Member;
  readonly role: Role;
  readonly organization: Pick<Organization, "name">;
}

/**
 * Gives a member another role, and tells the member by mail.
 * @throws {AuthError} `MEMBER_NOT_FOUND`
 */
export async function assignRole(
  tx: Tx,
  world: World,
  { member, role, organization, client, by }: RoleAssignment,
): Promise<void> {
  if (!(await tx.memberships.changeRole(member.organizationId, member.id, role)))
    throw new AuthError("MEMBER_NOT_FOUND");
  await tellUser(tx, world, member.userId, {
    template: "role-changed",
    data: { organization: organization.name, role },
    client,
    by,
  });
}

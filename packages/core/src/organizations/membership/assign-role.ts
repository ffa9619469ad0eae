import type { Role } from "../../kernel/role.js";
import { AuthError } from "../../kernel/errors.js";
import { tellUser } from "../../background/mail/enqueue-notice.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Member } from "./membership-store.js";

/**
 * Gives a member another role, and tells the member by mail.
 * @throws {AuthError} `MEMBER_NOT_FOUND`
 */
export async function assignRole(
  tx: Tx,
  world: World,
  { member, role }: { readonly member: Member; readonly role: Role },
): Promise<void> {
  if (!(await tx.memberships.changeRole(member.organizationId, member.id, role)))
    throw new AuthError("MEMBER_NOT_FOUND");
  await tellUser(tx, world, member.userId, "role-changed");
}

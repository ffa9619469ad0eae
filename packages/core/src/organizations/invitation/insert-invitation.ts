import { AuthError } from "../../kernel/errors.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Invitation } from "./invitation-store.js";

/**
 * Inserts a pending invitation. Under the organization's lock, so that the number of invitations is
 * right.
 * @throws {AuthError} `ALREADY_MEMBER`, `LIMIT_REACHED`, `ALREADY_INVITED`
 */
export async function insertInvitation(
  tx: Tx,
  { policy }: World,
  invitation: Invitation,
): Promise<void> {
  const { organizationId, email, createdAt } = invitation;
  const known = await tx.users.findByEmail(email);
  if (known && (await tx.memberships.find(organizationId, known.id)))
    throw new AuthError("ALREADY_MEMBER");
  await tx.invitations.cancelExpired(organizationId, email, createdAt);
  if (
    (await tx.invitations.countPending(organizationId, createdAt)) >=
    policy.invitationsPerOrganization
  )
    throw new AuthError("LIMIT_REACHED");
  if (!(await tx.invitations.insertUnlessPending(invitation)))
    throw new AuthError("ALREADY_INVITED");
}

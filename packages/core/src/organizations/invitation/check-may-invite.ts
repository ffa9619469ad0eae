import { AuthError } from "../../kernel/errors.js";
import type { Role } from "../../kernel/role.js";
import type { Granted } from "../access-control/granted.js";
import { requireFreshGrant } from "../access-control/require-fresh-grant.js";
import { outranks } from "../access-control/role-rules.js";

/** Who invites: the role they have under the organization's lock, and the grant they came with. */
export interface Inviting {
  readonly actor: { readonly role: Role };
  readonly granted: Granted<"org:invitations:write">;
}

/**
 * Checks that a member may invite a person in a role. Under the organization's lock.
 * @throws {AuthError} `PERMISSION_DENIED`, and `SESSION_NOT_FRESH` for an invited owner when the
 * inviter's session is not fresh
 */
export function checkMayInvite({ actor, granted }: Inviting, role: Role): void {
  if (!outranks(actor.role, role)) throw new AuthError("PERMISSION_DENIED");
  if (role === "owner") requireFreshGrant(granted);
}

import type { Role } from "../../kernel/role.js";
import { outranks } from "../access-control/role-rules.js";
import { AuthError } from "../../kernel/errors.js";
import type { Membership } from "../membership/membership-store.js";
import { requireFreshActor } from "../membership/require-fresh-actor.js";
import type { FreshCaller } from "../../account/session/session.js";

/**
 * Makes sure that a member may invite somebody in a role, as their own role is under the organization's lock.
 * Throws `PERMISSION_DENIED`, and `SESSION_NOT_FRESH` for an owner without a proof that the inviter's session is fresh.
 */
export function checkMayInvite(actor: Membership, role: Role, fresh: FreshCaller | null): void {
  if (!outranks(actor.role, role)) throw new AuthError("PERMISSION_DENIED");
  if (role === "owner") requireFreshActor(fresh, actor);
}

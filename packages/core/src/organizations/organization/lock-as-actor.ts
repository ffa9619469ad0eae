import { AuthError } from "../../kernel/errors.js";
import type { Tx } from "../../store/store.js";
import { type Granted, requireGrant } from "../access-control/granted.js";
import type { CorePermission } from "../access-control/permissions.js";
import { permits } from "../access-control/role-rules.js";
import type { Membership } from "../membership/membership-store.js";
import type { LockedOrganization } from "./organization-store.js";

/** An organization under lock, and the member who is changing it as they are under that lock. */
export interface ActorAtWork {
  readonly organization: LockedOrganization;
  readonly actor: Membership;
}

/**
 * Locks the organization and reads the actor's role again: a grant says what was true when the
 * request came in, the row under the lock says what is true now.
 * @throws {AuthError} `ORGANIZATION_NOT_FOUND` when the organization or the membership is gone,
 * `PERMISSION_DENIED` when the role no longer has the permission
 */
export async function lockAsActor<P extends CorePermission>(
  tx: Tx,
  granted: Granted<P>,
  permission: P,
): Promise<ActorAtWork> {
  const { organizationId, userId } = requireGrant(granted, permission);
  const organization = await tx.organizations.lock(organizationId);
  const actor = organization && (await tx.memberships.find(organizationId, userId));
  if (!organization || !actor) throw new AuthError("ORGANIZATION_NOT_FOUND");
  if (!permits(actor.role, permission)) throw new AuthError("PERMISSION_DENIED");
  return { organization, actor };
}

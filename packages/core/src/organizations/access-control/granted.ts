import type { Brand } from "../../kernel/brand.js";
import type { OrganizationId, UserId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import type { PermissionId } from "./permissions.js";

/**
 * The proof that one user has permission `P` in one organization, as their role was when the request came in. Only
 * `AccessControl` mints it. Use cases that change an organization read the role again under the organization's lock.
 */
export type Granted<P extends PermissionId> = Brand<
  {
    readonly userId: UserId;
    readonly organizationId: OrganizationId;
    readonly role: Role;
    /** Whether the same user authenticated within `policy.sessionFreshness`. */
    readonly fresh: boolean;
  },
  `granted ${P}`
>;

/** The mark of a grant whose user authenticated recently: `Granted<"org:delete"> & Fresh`. */
export interface Fresh {
  readonly fresh: true;
}

/** Returns whether the user of the grant authenticated recently. */
export const isFreshGrant = <P extends PermissionId>(
  granted: Granted<P>,
): granted is Granted<P> & Fresh => granted.fresh;

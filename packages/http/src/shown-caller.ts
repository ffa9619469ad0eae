import type { ActiveMembership, Auth, Caller } from "@acme/auth-core";
import { type ShownUser, viewUser } from "./views/user.view.js";

/**
 * The caller as guards hand it over: plain data, all of which `GET /api/v1/auth/me` shows. It may
 * be sent, copied and stored as it is. It has no fields of features, which may have to be read:
 * every guarded request would wait for them. Use cases of `Auth` and of features take `by`, which
 * the guard hands over beside it.
 */
export interface ShownCaller {
  readonly user: ShownUser;
  /** The active organization, and the caller's role in it; null for none. */
  readonly membership: ActiveMembership | null;
  /** The permissions of that role. */
  readonly permissions: readonly string[];
}

// Field by field: every guarded request comes this way.
export const showCaller = (
  { user, membership }: Caller,
  { permissionsOf }: Pick<Auth["accessControl"], "permissionsOf">,
): ShownCaller => ({
  user: viewUser(user, null),
  membership: membership && showMembership(membership),
  permissions: membership ? permissionsOf(membership.role) : [],
});

const showMembership = ({
  organization: { id, name, slug },
  role,
}: ActiveMembership): ActiveMembership => ({ organization: { id, name, slug }, role });

import {
  type ActiveMembership,
  type Auth,
  type Caller,
  type GrantCaller,
  type ServiceAccountName,
} from "@acme/auth-core";
import { meetsOrganization } from "@acme/auth-core/surface";
import { type ShownUser, viewUser } from "./views/user.view.js";

/** The organization that a request works in, and the caller's role in it. */
export interface ShownMembership extends Pick<ActiveMembership, "role"> {
  readonly organization: Pick<ActiveMembership["organization"], "id" | "name" | "slug">;
}

/**
 * The caller as guards hand it over: plain data, all of which `GET /api/v1/auth/me` shows. It may
 * be sent, copied and stored as it is. It has no fields of features, which may have to be read:
 * every guarded request would wait for them. Use cases of `Auth` and of features take `by`, which
 * the guard hands over beside it.
 */
export interface ShownCaller {
  readonly user: ShownUser;
  /** The active organization, and the caller's role in it; null for none. */
  readonly membership: ShownMembership | null;
  /** The permissions of that role; none while the organization requires more of the session. */
  readonly permissions: readonly string[];
}

/** The grant by which a request was made, as it may be shown. */
export interface ShownGrant {
  readonly kind: string;
  readonly id: string;
  /** The program that the grant was given to; null for none. */
  readonly client: string | null;
}

/** A caller by a grant, as guards hand it over: plain data, like `ShownCaller`. */
export interface ShownGrantCaller {
  /** Null for a service account. */
  readonly user: ShownUser | null;
  /** Null for a user. */
  readonly serviceAccount: ServiceAccountName | null;
  /** The organization that the grant reaches, and the role there; null for none. */
  readonly membership: ShownMembership | null;
  /** What the role and the grant both allow. */
  readonly permissions: readonly string[];
  readonly by: ShownGrant;
}

/** The caller by a grant, as guards hand it over. */
export function showGrantCaller(
  caller: GrantCaller,
  { permissionsOf }: Pick<Auth["accessControl"], "permissionsOf">,
): ShownGrantCaller {
  const { user, membership, by } = caller;
  return {
    user: user && viewUser(user, null),
    serviceAccount: caller.user === null ? showAccount(caller.serviceAccount) : null,
    membership: membership && showMembership(membership),
    permissions: membership ? permissionsOf(membership.role, by) : [],
    by: { kind: by.kind, id: by.id, client: by.client },
  };
}

const showAccount = ({ id, name }: ServiceAccountName): ServiceAccountName => ({ id, name });

// Field by field: every guarded request comes this way.
export const showCaller = (
  { user, session, membership }: Caller,
  { permissionsOf }: Pick<Auth["accessControl"], "permissionsOf">,
): ShownCaller => ({
  user: viewUser(user, null),
  membership: membership && showMembership(membership),
  permissions:
    membership && meetsOrganization({ session, membership }) ? permissionsOf(membership.role) : [],
});

const showMembership = ({
  organization: { id, name, slug },
  role,
}: ActiveMembership): ShownMembership => ({ organization: { id, name, slug }, role });

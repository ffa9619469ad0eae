import type { Client } from "../../kernel/client.js";
import type { Brand } from "../../kernel/brand.js";
import { AuthError } from "../../kernel/errors.js";
import type { OrganizationId, UserId } from "../../kernel/ids.js";
import type { Membership } from "../membership/membership-store.js";
import type { Env } from "../../store/env.js";
import type { Caller } from "../../account/session/caller-store.js";
import { noteDenial } from "./note-denial.js";
import { type PermissionId, type PermissionMap, type RolesWith } from "./permissions.js";
import { ROLES, type Role } from "../../kernel/role.js";

/** The proof that a user has permission `P` in an organization. Minted by `authorize` and `authorizeIn` only. */
export type Granted<P extends PermissionId> = Brand<
  { readonly userId: UserId; readonly organizationId: OrganizationId; readonly role: Role },
  `granted ${P}`
>;

/** Why somebody has a permission somewhere, or has it not. For operators and tests. */
export interface Explanation {
  readonly granted: boolean;
  readonly because: "the role has it" | "the role lacks it" | "no member" | "no such permission";
  /** The entry of the catalog; null when there is none of that id. */
  readonly entry: RolesWith | null;
  /** Null when the user is no member of the organization. */
  readonly membership: Membership | null;
}

export interface AccessControl<P extends PermissionId> {
  permissionsOf(role: Role): readonly string[];
  allows(role: Role, permission: P): boolean;
  /** The proof that the caller has `permission` in the active organization. Throws `NO_ACTIVE_ORGANIZATION` or `PERMISSION_DENIED`. */
  authorize<Q extends P>(caller: Caller, permission: Q, client: Client): Promise<Granted<Q>>;
  /** The same in an organization that is named. Throws `ORGANIZATION_NOT_FOUND`, for those of others too, or `PERMISSION_DENIED`. */
  authorizeIn<Q extends P>(
    caller: Caller,
    wanted: { readonly organizationId: OrganizationId; readonly permission: Q },
    client: Client,
  ): Promise<Granted<Q>>;
  /** Says what decides. Changes nothing, and no denial is audited. */
  explain(userId: UserId, permission: string, organizationId: OrganizationId): Promise<Explanation>;
}

interface Question<Q extends PermissionId> {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  readonly role: Role;
  readonly permission: Q;
}

export function createAccessControl<P extends PermissionId>(
  env: Env,
  permissions: PermissionMap,
): AccessControl<P> {
  const { store } = env;
  const byRole = Object.fromEntries(
    ROLES.map((role) => [
      role,
      new Set(
        Object.keys(permissions).filter((id) => permissions[id as PermissionId]![role]) as P[],
      ),
    ]),
  ) as unknown as Record<Role, ReadonlySet<P>>;

  const allows = (role: Role, permission: P): boolean => byRole[role].has(permission);

  async function authorize<Q extends P>(
    { user, membership }: Caller,
    permission: Q,
    client: Client,
  ): Promise<Granted<Q>> {
    if (!membership) throw new AuthError("NO_ACTIVE_ORGANIZATION");
    return decide(
      {
        userId: user.id,
        organizationId: membership.organization.id,
        role: membership.role,
        permission,
      },
      client,
    );
  }

  async function authorizeIn<Q extends P>(
    { user, membership: active }: Caller,
    {
      organizationId,
      permission,
    }: { readonly organizationId: OrganizationId; readonly permission: Q },
    client: Client,
  ): Promise<Granted<Q>> {
    const membership =
      active?.organization.id === organizationId
        ? active
        : await store.memberships.find(organizationId, user.id);
    if (!membership) throw new AuthError("ORGANIZATION_NOT_FOUND");
    return decide({ userId: user.id, organizationId, role: membership.role, permission }, client);
  }

  async function decide<Q extends P>(
    { permission, ...who }: Question<Q>,
    client: Client,
  ): Promise<Granted<Q>> {
    if (allows(who.role, permission)) return who as Granted<Q>;
    await noteDenial(env, { ...who, permission, client });
    throw new AuthError("PERMISSION_DENIED");
  }

  async function explain(
    userId: UserId,
    permission: string,
    organizationId: OrganizationId,
  ): Promise<Explanation> {
    const entry = Object.hasOwn(permissions, permission)
      ? permissions[permission as PermissionId]!
      : null;
    const membership = await store.memberships.find(organizationId, userId);
    const because = !entry
      ? "no such permission"
      : !membership
        ? "no member"
        : entry[membership.role]
          ? "the role has it"
          : "the role lacks it";
    return { granted: because === "the role has it", because, entry, membership };
  }

  return { permissionsOf: (role) => [...byRole[role]], allows, authorize, authorizeIn, explain };
}

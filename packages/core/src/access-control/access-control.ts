import { recordEvent } from "../audit-log/record-event.js";
import type { Client } from "../client/client.js";
import type { Brand } from "../kernel/brand.js";
import { AuthError } from "../kernel/errors.js";
import type { OrganizationId, UserId } from "../kernel/ids.js";
import type { Env } from "../ports/env.js";
import type { Caller } from "../session/caller-store.js";
import { ROLES, type PermissionId, type PermissionMap, type Role } from "./permissions.js";

/** The proof that a user has permission `P` in an organization. Minted by `authorize` only. */
export type Granted<P extends PermissionId> = Brand<
  { readonly userId: UserId; readonly organizationId: OrganizationId; readonly role: Role },
  `granted ${P}`
>;

export interface AccessControl<P extends PermissionId> {
  permissionsOf(role: Role): readonly string[];
  allows(role: Role, permission: P): boolean;
  /** The proof that the caller has `permission` in the active organization. Throws `NO_ACTIVE_ORGANIZATION` or `PERMISSION_DENIED`. */
  authorize<Q extends P>(caller: Caller, permission: Q, client: Client): Promise<Granted<Q>>;
}

interface Denial {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  readonly permission: string;
  readonly client: Client;
}

export function createAccessControl<P extends PermissionId>(env: Env, permissions: PermissionMap): AccessControl<P> {
  const { store, clock, policy, logger } = env;
  const byRole = Object.fromEntries(
    ROLES.map((role) => [role, new Set(Object.keys(permissions).filter((id) => permissions[id as PermissionId]![role]) as P[])]),
  ) as unknown as Record<Role, ReadonlySet<P>>;

  const allows = (role: Role, permission: P): boolean => byRole[role].has(permission);

  async function authorize<Q extends P>({ user, membership }: Caller, permission: Q, client: Client): Promise<Granted<Q>> {
    if (!membership) throw new AuthError("NO_ACTIVE_ORGANIZATION");
    const { organization, role } = membership;
    if (!allows(role, permission)) {
      await noteDenial({ userId: user.id, organizationId: organization.id, permission, client });
      throw new AuthError("PERMISSION_DENIED");
    }
    return { userId: user.id, organizationId: organization.id, role } as Granted<Q>;
  }

  /** Logged each time; audited once per user, organization and permission in a while, so that a retrying client cannot flood the log. */
  async function noteDenial({ userId, organizationId, permission, client }: Denial): Promise<void> {
    logger.warn("authz_fail", { userId, organizationId, permission });
    const first = await store.counters.spend(`denial/${userId}/${organizationId}/${permission}`, 1, policy.denialsAuditedEvery, clock.now());
    if (first.spent) await recordEvent(store, env, { event: "permission.denied", userId, organizationId, client, detail: { permission } });
  }

  return { permissionsOf: (role) => [...byRole[role]], allows, authorize };
}

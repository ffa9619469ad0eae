import type { ActiveMembership, Caller } from "../../account/session/caller-store.js";
import { type DemandOptions, type SteppedUp, TWO_FACTORS } from "../../account/session/demand.js";
import { isGrantCaller } from "../../account/session/is-grant-caller.js";
import { isFresh } from "../../account/session/lifetimes.js";
import { requireDemand, stepUp } from "../../account/session/require-demand.procedure.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { OrganizationId, UserId } from "../../kernel/ids.js";
import { type Role } from "../../kernel/role.js";
import type { GrantCaller, GrantProof } from "../../store/authenticator.js";
import type { Env } from "../../store/env.js";
import { provesFactors } from "../../store/sign-in-gate.js";
import type { Membership } from "../membership/membership-store.js";
import {
  type Fresh,
  type Granted,
  mintGrant,
  mintPermitted,
  type Permitted,
  provingOf,
} from "./granted.js";
import { noteDenial } from "./note-denial.procedure.js";
import {
  ORG_SECURITY_WRITE,
  type PermissionId,
  type PermissionMap,
  type RolesWith,
} from "./permissions.js";
import { requireFreshGrant } from "./require-fresh-grant.js";

/** Why a user has a permission in an organization, or does not have it. For operators and tests. */
export interface Explanation {
  readonly granted: boolean;
  readonly reason: "the role has it" | "the role lacks it" | "no member" | "no such permission";
  /** The entry of the catalog; null when the catalog has no such permission. */
  readonly entry: RolesWith | null;
  /** Null when the user is not a member of the organization. */
  readonly membership: Membership | null;
}

/** A permission in an organization that is named, instead of the active one. */
export interface PermissionIn<P extends PermissionId> {
  readonly organizationId: OrganizationId;
  readonly permission: P;
}

/**
 * Decides who may do what in an organization, by the catalog of permissions. `P` is the catalog's
 * permissions and the application's own.
 */
export interface AccessControl<P extends PermissionId> {
  /**
   * Returns the ids of the permissions that a role has, in the order of the catalog; of a caller by
   * a grant, those that the grant has too.
   */
  permissionsOf(role: Role, by?: GrantProof): readonly string[];
  /** Returns whether a role has a permission. */
  allows(role: Role, permission: P): boolean;
  /**
   * Returns the proof that the caller has a permission in the active organization, for the use
   * cases that demand it. A denial is logged and audited once in ten minutes for each user,
   * organization and permission. An organization may require a second factor of the sessions that
   * work in it: that is asked last.
   * @param client for the audit log
   * @throws {AuthError} `NO_ACTIVE_ORGANIZATION`, `PERMISSION_DENIED`,
   * `INSUFFICIENT_USER_AUTHENTICATION`, `SECOND_FACTOR_NOT_ENROLLED`
   * @example
   * const granted = await auth.accessControl.authorize(caller, "org:update", client);
   * await auth.organizations.update(granted, { name: "Acme Labs" }, client);
   */
  authorize<Q extends P>(caller: Caller, permission: Q, client: Client): Promise<Granted<Q>>;
  /**
   * Returns the proof that a caller by a grant has a permission in the organization that the grant
   * reaches: both the role and the grant must have it.
   * @throws {AuthError} `NO_ACTIVE_ORGANIZATION`, `PERMISSION_DENIED`
   */
  authorize<Q extends P>(caller: GrantCaller, permission: Q, client: Client): Promise<Permitted<Q>>;
  /** The same, of either. */
  authorize<Q extends P>(
    caller: Caller | GrantCaller,
    permission: Q,
    client: Client,
  ): Promise<Granted<Q> | Permitted<Q>>;
  /**
   * Like `authorize`, in an organization that is named.
   * @throws {AuthError} `ORGANIZATION_NOT_FOUND` when the caller is not a member, too;
   * `PERMISSION_DENIED`, `INSUFFICIENT_USER_AUTHENTICATION`, `SECOND_FACTOR_NOT_ENROLLED`
   */
  authorizeIn<Q extends P>(
    caller: Caller,
    wanted: PermissionIn<Q>,
    client: Client,
  ): Promise<Granted<Q>>;
  /**
   * Returns the grant with the mark that its own user authenticated within
   * `policy.sessionFreshness`. Freshness and permission are one proof, so that the freshness of one
   * user cannot stand beside the permission of another.
   * @throws {AuthError} `SESSION_NOT_FRESH`
   * @example
   * const granted = await auth.accessControl.authorize(caller, "org:delete", client);
   * await auth.organizations.remove(auth.accessControl.requireFresh(granted), client);
   */
  requireFresh<Q extends P>(granted: Granted<Q>): Granted<Q> & Fresh;
  /**
   * Returns the grant with the mark that the session which it was made for meets a demand: that a
   * second factor was shown in it, or how long ago its user authenticated.
   * @throws {AuthError} `INSUFFICIENT_USER_AUTHENTICATION`, `SECOND_FACTOR_NOT_ENROLLED`
   * @throws {RangeError} for options that are no demand
   * @example
   * const granted = await auth.accessControl.authorize(caller, "payouts:write", client);
   * await payOut(await auth.accessControl.requireSteppedUp(granted, { factors: 2, within: "10m" }));
   */
  requireSteppedUp<G extends Granted<PermissionId>>(
    granted: G,
    demand: DemandOptions,
  ): Promise<G & SteppedUp>;
  /**
   * Returns what decides about a permission, without deciding: nothing is changed, logged or
   * audited. Takes any text as `permission`.
   */
  explain(userId: UserId, permission: string, organizationId: OrganizationId): Promise<Explanation>;
}

interface Subject {
  readonly organizationId: OrganizationId;
  readonly role: Role;
  readonly caller: Caller;
  /** Null: to be read, where it decides. */
  readonly requiresSecondFactor: boolean | null;
}

export function createAccessControl<P extends PermissionId>(
  env: Env,
  permissions: PermissionMap,
): AccessControl<P> {
  const { store, clock, policy } = env;
  const entries = Object.entries(permissions).filter(([id]) => isOfUse(id, env));
  const entryOf = (permission: string): RolesWith | null =>
    entries.find(([id]) => id === permission)?.[1] ?? null;
  const idsOf = (role: Role): readonly string[] =>
    entries.flatMap(([id, entry]) => (entry[role] ? [id] : []));
  // Listed too: every session check shows the list, and a copy of a set costs as much as all the
  // rest of that view.
  const listed = { owner: idsOf("owner"), admin: idsOf("admin"), member: idsOf("member") };
  const byRole: Readonly<Record<Role, ReadonlySet<string>>> = {
    owner: new Set(listed.owner),
    admin: new Set(listed.admin),
    member: new Set(listed.member),
  };

  const allows = (role: Role, permission: P): boolean => byRole[role].has(permission);

  async function authorize<Q extends P>(
    caller: Caller,
    permission: Q,
    client: Client,
  ): Promise<Granted<Q>>;
  async function authorize<Q extends P>(
    caller: GrantCaller,
    permission: Q,
    client: Client,
  ): Promise<Permitted<Q>>;
  async function authorize<Q extends P>(
    caller: Caller | GrantCaller,
    permission: Q,
    client: Client,
  ): Promise<Granted<Q> | Permitted<Q>>;
  async function authorize<Q extends P>(
    caller: Caller | GrantCaller,
    permission: Q,
    client: Client,
  ): Promise<Granted<Q> | Permitted<Q>> {
    const active = caller.membership;
    if (!active) throw new AuthError("NO_ACTIVE_ORGANIZATION");
    if (isGrantCaller(caller)) return permit(caller, active, { permission, client });
    const { id, requireSecondFactor } = active.organization;
    const subject = { caller, organizationId: id, requiresSecondFactor: requireSecondFactor };
    return decide({ ...subject, role: active.role }, permission, client);
  }

  async function authorizeIn<Q extends P>(
    caller: Caller,
    { organizationId, permission }: PermissionIn<Q>,
    client: Client,
  ): Promise<Granted<Q>> {
    const { user, membership: active } = caller;
    const own = active?.organization.id === organizationId ? active : null;
    const membership = own ?? (await store.memberships.find(organizationId, user.id));
    if (!membership) throw new AuthError("ORGANIZATION_NOT_FOUND");
    const requiresSecondFactor = own && own.organization.requireSecondFactor;
    const subject = { caller, organizationId, role: membership.role, requiresSecondFactor };
    return decide(subject, permission, client);
  }

  async function decide<Q extends P>(
    { caller, organizationId, role, requiresSecondFactor }: Subject,
    permission: Q,
    client: Client,
  ): Promise<Granted<Q>> {
    const { user, session, secondFactor } = caller;
    if (!allows(role, permission)) {
      await noteDenial(env, { userId: user.id, organizationId, permission, client });
      throw new AuthError("PERMISSION_DENIED");
    }
    const proving = { user: { id: user.id }, session, secondFactor };
    // Every session of two factors may work in every organization.
    if (
      session.secondFactorAt === null &&
      (requiresSecondFactor ?? (await requires(organizationId)))
    )
      await requireDemand(env, proving, TWO_FACTORS);
    const fresh = isFresh(session, policy, clock.now());
    return mintGrant({ userId: user.id, organizationId, role, fresh }, permission, proving);
  }

  const requires = async (organizationId: OrganizationId): Promise<boolean> =>
    (await store.organizations.find(organizationId))?.requireSecondFactor === true;

  /** Never more than the role allows now, and never more than the grant was given. */
  async function permit<Q extends P>(
    { user, by }: GrantCaller,
    { organization, role }: ActiveMembership,
    { permission, client }: { readonly permission: Q; readonly client: Client },
  ): Promise<Permitted<Q>> {
    const organizationId = organization.id;
    if (!allows(role, permission) || !isWithin(by, permission)) {
      if (user) await noteDenial(env, { userId: user.id, organizationId, permission, client });
      throw new AuthError("PERMISSION_DENIED");
    }
    return mintPermitted({ userId: user?.id ?? null, organizationId, role, by }, permission);
  }

  async function explain(
    userId: UserId,
    permission: string,
    organizationId: OrganizationId,
  ): Promise<Explanation> {
    const entry = entryOf(permission);
    const membership = await store.memberships.find(organizationId, userId);
    const reason = reasonOf(entry, membership);
    return { granted: reason === "the role has it", reason, entry, membership };
  }

  return {
    permissionsOf: (role, by) =>
      by ? listed[role].filter((permission) => isWithin(by, permission)) : [...listed[role]],
    allows,
    authorize,
    authorizeIn,
    requireFresh: requireFreshGrant,
    requireSteppedUp: async (granted, demand) =>
      stepUp(env, granted, { proving: provingOf(granted), demand }),
    explain,
  };
}

/** Where no session can be one of two factors, no organization can require them. */
const isOfUse = (permission: string, { gates }: Pick<Env, "gates">): boolean =>
  permission !== ORG_SECURITY_WRITE || provesFactors(gates);

const isWithin = ({ permissions }: GrantProof, permission: string): boolean =>
  permissions === null || permissions.includes(permission);

function reasonOf(
  entry: RolesWith | null,
  membership: Pick<Membership, "role"> | null,
): Explanation["reason"] {
  if (!entry) return "no such permission";
  if (!membership) return "no member";
  return entry[membership.role] ? "the role has it" : "the role lacks it";
}

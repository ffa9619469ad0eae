import type { Proving } from "../../account/session/require-demand.procedure.js";
import type { Brand } from "../../kernel/brand.js";
import { AuthError } from "../../kernel/errors.js";
import type { OrganizationId, UserId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import type { GrantProof } from "../../store/authenticator.js";
import type { PermissionId } from "./permissions.js";

/** What a grant says: who may do something, in which organization, by which role. */
export interface GrantClaims {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  readonly role: Role;
  /** Whether the same user authenticated within `policy.sessionFreshness`. */
  readonly fresh: boolean;
}

/**
 * The proof that one user has permission `P` in one organization, as their role was when the
 * request came in. Only `AccessControl` mints it, and no copy of it is one: use cases check that at
 * run time. Use cases that change an organization read the role again under the organization's
 * lock.
 */
export type Granted<P extends PermissionId> = Brand<GrantClaims, `granted ${P}`>;

/** What a permission proof by a grant says: for whom, where, by which role and which grant. */
export interface PermittedClaims {
  /** Null for a service account. */
  readonly userId: UserId | null;
  readonly organizationId: OrganizationId;
  readonly role: Role;
  readonly by: GrantProof;
}

/**
 * The proof that a grant has permission `P` in one organization: its own permissions and the role
 * of its owner both allow it, as they were when the request came in. It is no `Granted<P>`: no use
 * case that was written for sessions takes it. Only `AccessControl` mints it.
 */
export type Permitted<P extends PermissionId> = Brand<PermittedClaims, `permitted ${P}`>;

/** Makes a permission proof by a grant. Only `AccessControl` does. */
export const mintPermitted = <P extends PermissionId>(
  proven: PermittedClaims,
  _permission: P,
): Permitted<P> => Object.freeze({ ...proven }) as Permitted<P>;

/** The mark of a grant whose user authenticated recently: `Granted<"org:delete"> & Fresh`. */
export interface Fresh {
  readonly fresh: true;
}

/** Returns whether the user of the grant authenticated recently. */
export const isFreshGrant = <P extends PermissionId>(
  granted: Granted<P>,
): granted is Granted<P> & Fresh => granted.fresh;

/** The private field is what a copy lacks, and what a caller in JavaScript cannot write. */
class Grant implements GrantClaims {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  readonly role: Role;
  readonly fresh: boolean;
  readonly #permission: PermissionId;
  readonly #proving: Proving;

  constructor(
    { userId, organizationId, role, fresh }: GrantClaims,
    permission: PermissionId,
    proving: Proving,
  ) {
    this.userId = userId;
    this.organizationId = organizationId;
    this.role = role;
    this.fresh = fresh;
    this.#permission = permission;
    this.#proving = proving;
    Object.freeze(this);
  }

  static isFor(granted: object, permission: PermissionId): boolean {
    return #permission in granted && granted.#permission === permission;
  }

  static provingOf(granted: object): Proving | null {
    return #proving in granted ? granted.#proving : null;
  }
}

/** Makes a grant. Only `AccessControl` does. */
export function mintGrant<P extends PermissionId>(
  proven: GrantClaims,
  permission: P,
  proving: Proving,
): Granted<P> {
  const grant: GrantClaims = new Grant(proven, permission, proving);
  return grant as Granted<P>;
}

/**
 * Returns whose session the grant was made for.
 * @throws {AuthError} `PERMISSION_DENIED` for what `AccessControl` did not mint
 */
export function provingOf<P extends PermissionId>(granted: Granted<P>): Proving {
  const proving = Grant.provingOf(granted);
  if (!proving) throw new AuthError("PERMISSION_DENIED");
  return proving;
}

/**
 * Returns the grant if `AccessControl` minted it for `permission`: JavaScript does not check types.
 * @throws {AuthError} `PERMISSION_DENIED` for a copy, for an object that looks alike, and for the
 * grant of another permission
 */
export function requireGrant<P extends PermissionId>(
  granted: Granted<P>,
  permission: P,
): Granted<P> {
  if (!Grant.isFor(granted, permission)) throw new AuthError("PERMISSION_DENIED");
  return granted;
}

import type { ActiveMembership } from "../account/session/caller-store.js";
import type { User } from "../account/user/user-store.js";
import type { ApplicationError } from "../kernel/errors.js";
import type { OrganizationId } from "../kernel/ids.js";
import type { Secret } from "../kernel/secret.js";

/**
 * Which routes take a kind of grant, and which kinds a route takes. `any`: routes that take every
 * grant, those of service accounts among them. `user`: also those that take every grant of a user.
 * `app`: also those that take what an application holds for its user, and no other grant.
 */
export type GrantClass = "any" | "user" | "app";

/** By which grant a request was made. */
export interface GrantProof {
  /** One of `kinds` of the authenticator. */
  readonly kind: string;
  readonly id: string;
  /** What the grant may do at most; null for all that its owner may. */
  readonly permissions: readonly string[] | null;
  /** The program that the grant was given to; null for none. */
  readonly client: string | null;
}

/** A user on whose behalf a request is made by a grant instead of a session. */
export interface UserGrantCaller {
  readonly user: User;
  /** Null when the grant reaches no organization. */
  readonly membership: ActiveMembership | null;
  readonly by: GrantProof;
}

/** What a service account is called. It is no person, and no member. */
export interface ServiceAccountName {
  readonly id: string;
  readonly name: string;
}

/** A service account of an organization, by one of its grants. */
export interface ServiceGrantCaller {
  readonly user: null;
  readonly serviceAccount: ServiceAccountName;
  /** Its organization, and its role there. */
  readonly membership: ActiveMembership;
  readonly by: GrantProof;
}

/** On whose behalf a request is made that presents a grant. */
export type GrantCaller = UserGrantCaller | ServiceGrantCaller;

/** The caller by a grant of the class, on a route that takes it. */
export type GrantCallerOf<G extends GrantClass> = G extends "any" ? GrantCaller : UserGrantCaller;

/** How the header `Authorization` may present a token: `Bearer`, or `DPoP` (RFC 9449). */
export type GrantScheme = "bearer" | "dpop";

/** What an authenticator is told of the request. All of it but `now` is untrusted. */
export interface Presented {
  readonly now: Date;
  readonly method: string;
  /** The raw path, without the query. */
  readonly path: string;
  readonly scheme: GrantScheme;
  /** The values of the headers that `proofs` of the authenticator names; absent ones are left out. */
  readonly proofs: Readonly<Record<string, string>>;
  /** The organization that the path or the header `X-Active-Org` names; null for none. */
  readonly organization: OrganizationId | null;
  /** What limits count clients by. */
  readonly network: string;
}

/** What a live grant is refused with, where it is not simply unknown. */
export interface GrantRefusal {
  /** One of `refuses` of the authenticator. */
  readonly error: ApplicationError;
  /**
   * The header `WWW-Authenticate` of the answer. Default: that of a bearer that is not valid
   * (RFC 6750 §3).
   */
  readonly challenge?: string;
}

/** Finds the callers of requests that present a token with its prefix instead of a session. */
export interface Authenticator {
  /**
   * Returns the kind of grant that the text says it is; null when it is malformed. It looks at the
   * text alone: a route that does not take the kind never asks more.
   */
  kindOf(token: Secret): string | null;
  /**
   * Returns the caller as of now: nothing may be cached, and who is suspended, erased or no member
   * any more is not found. Null when there is no such live grant, which is never told apart from a
   * malformed one.
   * @throws {AuthError} `TOO_MANY_REQUESTS`, before or after it has looked
   */
  find(token: Secret, presented: Presented): Promise<GrantCaller | GrantRefusal | null>;
}

/** What an authenticator is, as documents and checks read it. */
export interface DescribedAuthenticator {
  /** The name of its feature. */
  readonly feature: string;
  readonly prefix: string;
  /** Its kinds of grants, each with the class of routes that take it. */
  readonly kinds: Readonly<Record<string, GrantClass>>;
  readonly refuses: readonly ApplicationError[];
  readonly schemes: readonly GrantScheme[];
  /** In lower case. */
  readonly proofs: readonly string[];
}

/** The authenticator of a feature, ready to be asked. */
export interface OpenedAuthenticator extends DescribedAuthenticator {
  readonly authenticator: Authenticator;
}

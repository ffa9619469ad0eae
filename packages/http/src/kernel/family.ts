import type { Auth, AuthError, Caller, Client, Granted, PermissionId } from "@acme/auth-core";
import type { Answer, PageStatus } from "./answer.js";
import type { HttpRequest } from "./http-message.js";

/**
 * Routes that answer in a way of their own. Those of `/api/auth` and `/api/v1` have none: they
 * answer refusals in JSON.
 */
export interface Family {
  /** The headers of every reply, in place of those that JSON has. No other origin may read it. */
  readonly standing: readonly string[];
  /**
   * Answers a request to one of the routes that was refused, or to an unknown path. What it throws
   * is logged, and the refusal answered in JSON.
   */
  refused(refusal: FamilyRefusal): Promise<Answer<never>>;
}

/** A refused request, and what was known of it by then. */
export interface FamilyRefusal {
  readonly error: AuthError;
  /** The status of the refusal. */
  readonly status: PageStatus;
  readonly request: HttpRequest;
  /** What the reply names in `X-Request-Id`. */
  readonly requestId: string;
  /** Null for an unknown path, and for a method that the path does not have. */
  readonly route: { readonly path: string } | null;
  readonly params: Readonly<Record<string, string>>;
  /** Null when the request was refused before anything was looked up. */
  readonly admission: Admission | null;
  /** The fields of the form as they came in. Empty without one. */
  readonly typed: Readonly<Record<string, string>>;
}

/** How far a request has come. */
export interface Admission {
  readonly client: Client;
  /** Null for a visitor who is not signed in. */
  readonly caller: Caller | null;
  /** The proof of the permission of the route; null where it asks for none. */
  readonly granted: Granted<PermissionId> | null;
  /** Whether all that the route asks for was there: what is refused now, its handler refuses. */
  readonly isAdmitted: boolean;
}

/**
 * What a route asks of a caller besides its access. A feature brings it: `W` is what it needs on
 * `auth` besides the base.
 */
export interface Demand<W = unknown> {
  /** Names the demand, for documents: `proved`. */
  readonly name: string;
  /**
   * Checks the caller.
   * @throws {AuthError} when they have to prove more
   */
  check(
    caller: Caller,
    context: { readonly auth: Auth<PermissionId> & W; readonly client: Client },
  ): Promise<void>;
}

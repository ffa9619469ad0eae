import type { CorePermission, DemandOptions, GrantClass, PermissionId } from "@acme/auth-core";
import type {
  GrantedRequest,
  GuardedRequest,
  GuardOptions,
  IdentifyOptions,
  MadeDemand,
  SteppedUpGrantedRequest,
  SteppedUpRequest,
  TakenRequest,
  Visit,
} from "@acme/auth-http";

/** What a host passes to a route behind the request. */
export type Context = readonly unknown[];

/** A route of an application. */
export type Route<C extends Context> = (request: Request, ...context: C) => Promise<Response>;

/** Makes a route of what answers it, and admits to it only whom the guard admits. */
export type Guard<G, C extends Context> = <R extends C>(
  answer: (request: Request, guarded: G, ...context: R) => Response | Promise<Response>,
) => Route<R>;

/**
 * A guard that is put around a route as it is, and makes a stricter one when it is called with
 * options.
 */
export interface SessionGuard<C extends Context> {
  <R extends C>(
    answer: (
      request: Request,
      guarded: GuardedRequest,
      ...context: R
    ) => Response | Promise<Response>,
  ): Route<R>;
  (options: GuardOptions & MadeDemand): Guard<SteppedUpRequest, C>;
  (options: GuardOptions): Guard<GuardedRequest, C>;
}

/** What `requirePermission` asks for besides the permission. */
export interface PermissionOptions<C extends Context> extends GuardOptions {
  /**
   * Reads from the request the id of the organization in which the permission is needed, instead of
   * the active one; null when it names none. Who is not a member of it is answered
   * `ORGANIZATION_NOT_FOUND`, whether it exists or not.
   */
  readonly of?: (request: Request, ...context: C) => string | null | Promise<string | null>;
  /** It takes sessions only: `GrantPermissionOptions`. */
  readonly grants?: never;
}

/** What `requirePermission` asks for that takes grants too. No grant is fresh or stepped up. */
export interface GrantPermissionOptions<C extends Context> extends Omit<
  PermissionOptions<C>,
  "fresh" | "grants" | keyof DemandOptions
> {
  /**
   * Which grants it takes besides sessions: `any`, those of service accounts too; `user`, those of
   * users; `app`, those that an application holds for its user.
   */
  readonly grants: GrantClass;
}

/** What `requireGrant` asks for. */
export interface GrantOptions<Q extends PermissionId, C extends Context> extends Omit<
  PermissionOptions<C>,
  "fresh" | "grants" | keyof DemandOptions
> {
  /** The kinds of grants it takes. Default: all. */
  readonly kinds?: readonly string[];
  /** The permission that the role and the grant must both have. Default: none. */
  readonly permission?: Q;
}

/** A guard that asks for a permission, of sessions, or of grants too. */
export interface RequirePermission<P extends PermissionId, C extends Context> {
  <Q extends CorePermission | P, R extends C = C>(
    permission: Q,
    options: GrantPermissionOptions<R>,
  ): Guard<TakenRequest<Q>, R>;
  <Q extends CorePermission | P, R extends C = C>(
    permission: Q,
    options: PermissionOptions<R> & MadeDemand,
  ): Guard<SteppedUpGrantedRequest<Q>, R>;
  <Q extends CorePermission | P, R extends C = C>(
    permission: Q,
    options?: PermissionOptions<R>,
  ): Guard<GrantedRequest<Q>, R>;
}

/** What `check` asks for of a request, in the words of `requirePermission`. */
export interface CheckOptions<
  Q extends PermissionId,
  C extends Context,
> extends PermissionOptions<C> {
  /** A permission of the core catalog, or one that a feature of `createAuth` adds. */
  readonly permission: Q;
}

/** The same of headers alone. */
export interface HeadersCheckOptions<Q extends PermissionId> extends GuardOptions {
  /** A permission of the core catalog, or one that a feature of `createAuth` adds. */
  readonly permission: Q;
  /**
   * Returns the id of the organization in which the permission is needed, instead of the active
   * one; null for none.
   */
  readonly of?: () => string | null | Promise<string | null>;
}

/** What `check` asks for without a permission. */
export interface SessionCheckOptions extends GuardOptions {
  /** None is asked for. */
  readonly permission?: never;
  /** Goes with a permission only. */
  readonly of?: never;
}

/** Finds and checks the caller of a request, and throws where a guard would answer. */
export interface Check<P extends PermissionId, C extends Context> {
  <Q extends CorePermission | P>(
    request: Request,
    options: CheckOptions<Q, C> & MadeDemand,
    ...context: C
  ): Promise<SteppedUpGrantedRequest<Q>>;
  <Q extends CorePermission | P>(
    request: Request,
    options: CheckOptions<Q, C>,
    ...context: C
  ): Promise<GrantedRequest<Q>>;
  <Q extends CorePermission | P>(
    headers: Headers,
    options: HeadersCheckOptions<Q> & MadeDemand,
  ): Promise<SteppedUpGrantedRequest<Q>>;
  <Q extends CorePermission | P>(
    headers: Headers,
    options: HeadersCheckOptions<Q>,
  ): Promise<GrantedRequest<Q>>;
  (headers: Headers, options: SessionCheckOptions & MadeDemand): Promise<SteppedUpRequest>;
  (
    ...given: readonly [request: Request, options: SessionCheckOptions & MadeDemand, ...context: C]
  ): Promise<SteppedUpRequest>;
  (headers: Headers, options?: SessionCheckOptions): Promise<GuardedRequest>;
  (
    ...given: readonly [request: Request, options?: SessionCheckOptions, ...context: C]
  ): Promise<GuardedRequest>;
}

/** Finds the caller of a request to a route that is open to all. */
export interface ReadSession<C extends Context> {
  (headers: Headers): Promise<Visit>;
  (request: Request, ...context: C): Promise<Visit>;
}

/**
 * Guards for an application's own routes, with the rules, the words and the headers of the surface.
 */
export interface Guards<P extends PermissionId = CorePermission, C extends Context = Context> {
  /**
   * Returns the caller and the client of a request, the caller null without a live session. It
   * never refuses: a request that the cross-site rule would refuse has no caller. With headers
   * alone it serves pages that have no request; a foreign `Origin` among them has no caller, and
   * the client no IP address. What is answered with it must not be stored by a cache: set
   * `personalHeaders()`.
   * @example
   * const { caller, client } = await readSession(await headers());
   */
  readonly readSession: ReadSession<C>;
  /**
   * Admits callers with a live session. Answers `INVALID_ORIGIN`, `UNAUTHORIZED`, or
   * `TOO_MANY_REQUESTS` beyond the limit; with options also `SESSION_NOT_FRESH`,
   * `EMAIL_VERIFICATION_REQUIRED`, `INSUFFICIENT_USER_AUTHENTICATION` or
   * `SECOND_FACTOR_NOT_ENROLLED`.
   * @throws {RangeError} when it is made, for what is no demand
   * @example
   * const GET = requireSession((_request, { caller }) => Response.json(caller));
   * const POST = jsonBody(requireSession({ verified: true })((request, { by, client }) => write(by, bodyOf(request), client)));
   */
  readonly requireSession: SessionGuard<C>;
  /**
   * The same as `requireSession({ fresh: true })`: admits callers who have authenticated within
   * `policy.sessionFreshness`.
   */
  readonly requireFreshSession: SessionGuard<C>;
  /**
   * Admits callers whose role in an organization has the permission, where it requires a second
   * factor in sessions of two factors only. Answers like `requireSession`,
   * `NO_ACTIVE_ORGANIZATION`, `ORGANIZATION_NOT_FOUND` or `PERMISSION_DENIED`. With `grants` it
   * admits callers by a token instead of a session too, whose grant must have the permission as
   * well. Without it, a token is answered `GRANT_NOT_ALLOWED`.
   * @param permission of the core catalog, or one that a feature of `createAuth` adds
   * @throws {RangeError} when it is made, for what is no demand
   * @example
   * const POST = requirePermission("payouts:write", { factors: 2, within: "10m" })(payOut);
   */
  readonly requirePermission: RequirePermission<P, C>;
  /**
   * Admits callers by grants only: what a feature such as API keys gave out. Answers `UNAUTHORIZED`
   * without one, `GRANT_NOT_ALLOWED` for another kind, else like `requirePermission`.
   * @example
   * const POST = requireGrant({ kinds: ["service"] })((_request, { caller }) => Response.json(caller));
   */
  readonly requireGrant: <Q extends CorePermission | P, R extends C = C>(
    options?: GrantOptions<Q, R>,
  ) => Guard<TakenRequest<Q>, R>;
  /**
   * Does what a guard does, where no guard can stand around: in a resolver of GraphQL, a procedure
   * of tRPC, a server action. It takes the options of `requireSession` and `requirePermission`,
   * resolves with the caller, and throws what they answer; `answerRefusals` answers what it throws.
   *
   * Headers alone serve server actions. They do not tell the method: every call counts as a change
   * unless `limit` says otherwise, an `Origin` among them must be an allowed one, and the client
   * has no IP address, so that `limit: "auth-ip"` and `"read"` count all of them together.
   * @throws {AuthError} `INVALID_ORIGIN`, `UNAUTHORIZED`, `TOO_MANY_REQUESTS`, `SESSION_NOT_FRESH`,
   * `NO_ACTIVE_ORGANIZATION`, `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`,
   * `EMAIL_VERIFICATION_REQUIRED`, `INSUFFICIENT_USER_AUTHENTICATION`,
   * `SECOND_FACTOR_NOT_ENROLLED`
   * @example
   * const { caller, by, client } = await check(request, { fresh: true });
   * const { granted } = await check(await headers(), { permission: "notes:publish", of: () => teamId });
   */
  readonly check: Check<P, C>;
  /**
   * The headers that a page or an answer about a person needs where no guard has set them: no cache
   * stores it, no other site's page embeds it, and what it depends on.
   * @example
   * return new Response(page, { headers: { ...personalHeaders(), "Content-Type": "text/html" } });
   */
  readonly personalHeaders: () => Readonly<Record<string, string>>;
  /**
   * Finds the caller by the headers of an upgrade to a WebSocket. Browsers let any page open one,
   * with the user's cookies: an absent or foreign `Origin` is refused unless `options` say
   * otherwise. A connection outlives its session: identify again before what matters, or at
   * intervals.
   * @throws {AuthError} `INVALID_ORIGIN`, `UNAUTHORIZED`
   */
  readonly identify: (headers: Headers, options?: IdentifyOptions) => Promise<GuardedRequest>;
  /**
   * Lets the pages of the site's allowed origins call a route (CORS): answers preflights, and adds
   * the headers to what the route answers.
   */
  readonly allowOrigins: <R extends C>(route: Route<R>) => Route<R>;
  /**
   * Tells `ports.metrics` of the requests to the routes that `features` describe, by their
   * patterns. Put it around all that answers them. Without that port, and for every other path, it
   * does nothing.
   */
  readonly measure: <R extends C>(route: Route<R>) => Route<R>;
  /**
   * Reads the body as the surface does, and leaves it to be read with `bodyOf`. Answers
   * `INVALID_ORIGIN`, `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` or `INVALID_JSON`. Put it
   * around the guard: a session that ends during a slow upload must not count any more.
   * @example
   * const POST = jsonBody(requirePermission("notes:publish")(async (request) => publish(bodyOf(request))));
   */
  readonly jsonBody: <R extends C>(route: Route<R>) => Route<R>;
  /**
   * The response to a refusal that a route has thrown: an `AuthError` by its code, a database that
   * cannot be reached by 503. Null for everything else, which is the application's to answer.
   * Guards answer refusals themselves, and throw on everything else.
   * @example
   * app.onError((thrown, c) => answerRefusals(thrown, c.req.raw, c) ?? c.text("Something went wrong.", 500));
   */
  readonly answerRefusals: (thrown: unknown, request: Request, ...context: C) => Response | null;
  /**
   * The response to whatever a route has thrown: refusals like `answerRefusals`, everything else by
   * 500 in the words of the surface, and logged under the request id that the client receives.
   * @example
   * app.onError((thrown, c) => answerFailures(thrown, c.req.raw, c));
   */
  readonly answerFailures: (thrown: unknown, request: Request, ...context: C) => Response;
}

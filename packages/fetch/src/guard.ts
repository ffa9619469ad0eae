import type { Caller, Client, CorePermission, Granted, PermissionId } from "@acme/auth-core";
import type { IdentifyOptions } from "@acme/auth-http";

/** What a host passes to a route behind the request. */
export type Context = readonly unknown[];

/** A route of an application. */
export type Route<C extends Context> = (request: Request, ...context: C) => Promise<Response>;

/** Makes a route of what answers it, and admits to it only whom the guard admits. */
export type Guard<G, C extends Context> = <R extends C>(
  answer: (request: Request, guarded: G, ...context: R) => Response | Promise<Response>,
) => Route<R>;

/** What a guard knows of the request that it has admitted. */
export interface GuardedRequest {
  /** As JSON it is what `GET /api/v1/auth/me` answers, and its user alone what that shows of the user. */
  readonly caller: Caller;
  /** Use cases of `Auth` that record who did something take it. */
  readonly client: Client;
}

/** The same behind `requirePermission`. */
export interface GrantedRequest<P extends PermissionId> extends GuardedRequest {
  /** The proof of the permission: the user, the organization and the role. */
  readonly granted: Granted<P>;
}

/** What `requirePermission` asks for besides the permission. */
export interface PermissionOptions<C extends Context> {
  /**
   * Reads from the request the id of the organization in which the permission is needed, instead of the active one; null when it names none. Who is not a
   * member of it is answered `ORGANIZATION_NOT_FOUND`, whether it exists or not.
   */
  readonly of?: (request: Request, ...context: C) => string | null | Promise<string | null>;
  /** Whether the caller must also have authenticated within `policy.sessionFreshness`. Without it: `SESSION_NOT_FRESH`. Default: false. */
  readonly fresh?: boolean;
}

/** Guards for an application's own routes, with the rules, the words and the headers of the surface. */
export interface Guards<P extends PermissionId = CorePermission, C extends Context = Context> {
  /**
   * Returns the caller of a request, null without a live session. It never refuses: a request that the cross-site rule would refuse has no caller. With
   * headers alone it serves pages that have no request; a foreign `Origin` among them has no caller. What is answered with it must not be stored by a cache.
   * @example
   * const caller = await readSession(await headers());
   */
  readonly readSession: (source: Request | Headers) => Promise<Caller | null>;
  /** Admits callers with a live session. Answers `INVALID_ORIGIN` or `UNAUTHORIZED`. */
  readonly requireSession: Guard<GuardedRequest, C>;
  /** Admits callers who have authenticated within `policy.sessionFreshness`. Answers like `requireSession`, or `SESSION_NOT_FRESH`. */
  readonly requireFreshSession: Guard<GuardedRequest, C>;
  /**
   * Admits callers whose role in an organization has the permission. Answers like `requireSession`, `NO_ACTIVE_ORGANIZATION`,
   * `ORGANIZATION_NOT_FOUND` or `PERMISSION_DENIED`.
   * @param permission of the core catalog, or one that `createAuth({ permissions })` has added
   */
  readonly requirePermission: <Q extends CorePermission | P, R extends C = C>(
    permission: Q,
    options?: PermissionOptions<R>,
  ) => Guard<GrantedRequest<Q>, R>;
  /**
   * Finds the caller by the headers of an upgrade to a WebSocket. Browsers let any page open one, with the user's cookies: an absent or foreign `Origin` is
   * refused unless `options` say otherwise. A connection outlives its session: identify again before what matters, or at intervals.
   * @throws {AuthError} `INVALID_ORIGIN`, `UNAUTHORIZED`
   */
  readonly identify: (headers: Headers, options?: IdentifyOptions) => Promise<Caller>;
  /** Lets the pages of the site's allowed origins call a route (CORS): answers preflights, and adds the headers to what the route answers. */
  readonly allowOrigins: <R extends C>(route: Route<R>) => Route<R>;
  /**
   * Tells `ports.metrics` of the requests to the routes that `describedRoutes` names, by their patterns. Put it around all that answers them. Without that
   * port, and for every other path, it does nothing.
   */
  readonly measure: <R extends C>(route: Route<R>) => Route<R>;
  /**
   * Reads the body as the surface does, and leaves it to be read with `bodyOf`. Answers `INVALID_ORIGIN`, `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` or
   * `INVALID_JSON`. Put it around the guard: a session that ends during a slow upload must not count any more.
   * @example
   * const POST = jsonBody(requirePermission("notes:publish")(async (request) => publish(bodyOf(request))));
   */
  readonly jsonBody: <R extends C>(route: Route<R>) => Route<R>;
  /**
   * The response to what a route has thrown: a refusal (`AuthError`) by its code, a database that cannot be reached by 503, anything else by 500, and logged
   * under the request id that the client receives. Guards answer refusals themselves, and throw on everything else.
   * @example
   * app.onError((thrown, c) => answerRefusals(thrown, c.req.raw, c));
   */
  readonly answerRefusals: (thrown: unknown, request: Request, ...context: C) => Response;
}

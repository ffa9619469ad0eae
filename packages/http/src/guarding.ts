import {
  type Auth,
  AuthError,
  type Caller,
  type Client,
  type CorePermission,
  type DemandOptions,
  type GrantCaller,
  type GrantClass,
  type Granted,
  type PermissionId,
  type Permitted,
  type SteppedUp,
} from "@acme/auth-core";
import { requireTaken } from "@acme/auth-core/surface";
import { authorize, authorizeGrant, requireCaller, worksIn } from "./kernel/admission.js";
import { findBearer, presentsBoth, readBearer, withoutCookies } from "./kernel/bearer.js";
import { clientOf } from "./kernel/client.js";
import type { HttpRequest } from "./kernel/http-message.js";
import type { Limits } from "./kernel/limit.js";
import { checkOrigin, checkUpgradeOrigin, isCrossSite, mayChange } from "./kernel/origin.js";
import { type AccessTo, isDemand, type Limit, type MadeDemand } from "./kernel/route.js";
import type { Site } from "./kernel/site.js";
import {
  showCaller,
  showGrantCaller,
  type ShownCaller,
  type ShownGrantCaller,
} from "./shown-caller.js";

/**
 * How the requests to an application's own route are limited.
 * - `write`: by the caller's user, together with all else that counts as `writesPerUser`.
 * - `auth-ip`, `read`: by the network of the client, before anything is looked up, together with
 *   the routes of the surface of that tier.
 * - `none`: not at all.
 */
export type GuardLimit = "write" | Limit;

/**
 * What a guard may ask for besides a live session. What the session has to prove (`factors` and
 * `within`) is asked last: `INSUFFICIENT_USER_AUTHENTICATION` with a challenge where the user can
 * prove it, otherwise `SECOND_FACTOR_NOT_ENROLLED`.
 */
export interface GuardOptions extends DemandOptions {
  /**
   * Whether the caller must have authenticated within `policy.sessionFreshness`. Without it:
   * `SESSION_NOT_FRESH`. Default: false.
   */
  readonly fresh?: boolean;
  /**
   * Whether the caller's email address must be verified. Without it: `EMAIL_VERIFICATION_REQUIRED`.
   * Default: false.
   */
  readonly verified?: boolean;
  /**
   * How requests are limited. Beyond it: `TOO_MANY_REQUESTS`. Default: `write` for methods that may
   * change something, `none` for `GET`, `HEAD` and `OPTIONS`.
   */
  readonly limit?: GuardLimit;
}

/** What a guard asks for. */
export interface GuardDemand<P extends PermissionId> extends GuardOptions {
  /** The permission that the caller's role must have. */
  readonly permission?: P;
}

/** What a guard asks for that takes grants, too. No grant is fresh or stepped up. */
export interface GrantDemand<P extends PermissionId> extends Omit<
  GuardDemand<P>,
  "fresh" | keyof DemandOptions
> {
  /** Which grants it takes. */
  readonly grants: GrantClass;
  /** The kinds of grants it takes of these. Default: all. */
  readonly kinds?: readonly string[];
  /** Whether it takes grants only, and no session. Default: false. */
  readonly grantsOnly?: boolean;
}

/** What a guard that takes grants knows of the request that it has admitted. */
export interface TakenRequest<P extends PermissionId> {
  /** Plain data, which the application may send, copy and store. */
  readonly caller: ShownCaller | ShownGrantCaller;
  /** The same caller for use cases: `isGrantCaller` tells which. Never send it. */
  readonly by: Caller | GrantCaller;
  readonly client: Client;
  /** The proof of the permission that the guard asks for, null when it asks for none. */
  readonly granted: Granted<P> | Permitted<P> | null;
}

/** What a guard knows of the request that it has admitted. */
export interface GuardedRequest {
  /**
   * Plain data, all of which `GET /api/v1/auth/me` shows: what the application may send, copy and
   * store.
   */
  readonly caller: ShownCaller;
  /** The same caller for the use cases of `Auth`. Never send it: it holds what no view shows. */
  readonly by: Caller;
  /** Use cases of `Auth` that record who did something take it. */
  readonly client: Client;
}

/** The same behind a guard that asks for a permission. */
export interface GrantedRequest<P extends PermissionId> extends GuardedRequest {
  /** The proof of the permission: the user, the organization and the role. */
  readonly granted: Granted<P>;
}

/** The same behind a guard that demands something of the session. */
export interface SteppedUpRequest extends GuardedRequest {
  readonly by: Caller & SteppedUp;
}

/** The same behind a guard that asks for a permission, too. */
export interface SteppedUpGrantedRequest<P extends PermissionId> extends SteppedUpRequest {
  readonly granted: Granted<P> & SteppedUp;
}

/** The same behind any guard that demands something of the session. */
export interface SteppedUpGuarded<P extends PermissionId> extends SteppedUpRequest {
  readonly granted: (Granted<P> & SteppedUp) | null;
}

/** The same behind any guard. */
export interface Guarded<P extends PermissionId> extends GuardedRequest {
  /** The proof of the permission that the guard asks for, null when it asks for none. */
  readonly granted: Granted<P> | null;
}

/**
 * What is known of a request to a route that is open to all. Without a live session it has no
 * caller.
 */
export type Visit =
  GuardedRequest | { readonly caller: null; readonly by: null; readonly client: Client };

/** What `identify` accepts besides the allowed origins. */
export interface IdentifyOptions {
  /**
   * - `allowed` (default): the origins of the site's pages only.
   * - `allowed-or-absent`: also requests without `Origin`, which no browser sends for a WebSocket:
   *   for native clients.
   * - `any`: every origin. Any page then opens the connection as the user who visits it.
   */
  readonly origin?: "allowed" | "allowed-or-absent" | "any";
}

/** What is read of a request to find its caller. */
export type IdentifiedRequest = Pick<HttpRequest, "method" | "header" | "peer">;

/** The same where a grant may be presented. */
export type TakingRequest = IdentifiedRequest & Pick<HttpRequest, "path">;

/** Finds and checks the callers of an application's own routes. */
export interface Guarding<P extends PermissionId> {
  /**
   * Guards an application's own route: counts the request, applies the cross-site rule, then finds
   * the caller and proves what is asked for.
   * @param organizationId the organization that the request names, empty for none; undefined where
   * the active one is asked for. Untrusted
   * @throws {AuthError} `TOO_MANY_REQUESTS`, `INVALID_ORIGIN`, `UNAUTHORIZED`, `SESSION_NOT_FRESH`,
   * `NO_ACTIVE_ORGANIZATION`, `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`,
   * `EMAIL_VERIFICATION_REQUIRED`, `INSUFFICIENT_USER_AUTHENTICATION`,
   * `SECOND_FACTOR_NOT_ENROLLED`; `UNAVAILABLE` when the request cannot be counted; of a request
   * with a token `CARRIER_CONFLICT`, `GRANT_NOT_ALLOWED`
   * @throws {RangeError} for what is no demand
   */
  guard<Q extends CorePermission | P>(
    demand: GuardDemand<Q> & MadeDemand,
    request: IdentifiedRequest,
    organizationId?: string,
  ): Promise<SteppedUpGuarded<Q>>;
  /** The same where the session has to prove nothing more. */
  guard<Q extends CorePermission | P>(
    demand: GuardDemand<Q>,
    request: IdentifiedRequest,
    organizationId?: string,
  ): Promise<Guarded<Q>>;
  /**
   * The same for a route that takes grants too. A token of a browser's page from elsewhere is not
   * refused for its origin: no browser adds one by itself.
   * @throws {AuthError} as `guard`, and for tokens `CARRIER_CONFLICT`, `GRANT_NOT_ALLOWED`, and what
   * their authenticator refuses with
   */
  take<Q extends CorePermission | P>(
    demand: GrantDemand<Q>,
    request: TakingRequest,
    organizationId?: string,
  ): Promise<TakenRequest<Q>>;
  /**
   * Finds the caller of a route that is open to all. A request that the cross-site rule would
   * refuse has none.
   */
  visit(request: IdentifiedRequest): Promise<Visit>;
  /**
   * Finds the caller by the headers alone, for the upgrade to a WebSocket.
   * @throws {AuthError} `INVALID_ORIGIN` unless `Origin` is an allowed one, or `options` say
   * otherwise; `UNAUTHORIZED`
   */
  identify(
    request: Pick<HttpRequest, "header">,
    options?: IdentifyOptions,
  ): Promise<GuardedRequest>;
}

/**
 * The peer of a request of which only the headers are known. Nothing is counted or recorded for it.
 */
const NO_PEER: HttpRequest["peer"] = { ipAddress: null, network: "unknown" };

export function createGuarding<P extends PermissionId>(
  auth: Auth<CorePermission | P>,
  { site, limits }: { readonly site: Site; readonly limits: Limits },
): Guarding<P> {
  const handOver = (by: Caller, client: Client): GuardedRequest => ({
    caller: showCaller(by, auth.accessControl),
    by,
    client,
  });

  /** Beside a token no session counts: who acts must not depend on precedence. */
  const isRefusedVisit = (request: IdentifiedRequest): boolean =>
    isCrossSite(request, site) || presentsBoth(auth, request, site);

  const limitOf = (demand: GuardOptions, request: IdentifiedRequest): GuardLimit =>
    demand.limit ?? (mayChange(request) ? "write" : "none");

  async function guard<Q extends CorePermission | P>(
    demand: GuardDemand<Q> & MadeDemand,
    request: IdentifiedRequest,
    organizationId?: string,
  ): Promise<SteppedUpGuarded<Q>>;
  async function guard<Q extends CorePermission | P>(
    demand: GuardDemand<Q>,
    request: IdentifiedRequest,
    organizationId?: string,
  ): Promise<Guarded<Q>>;
  async function guard<Q extends CorePermission | P>(
    demand: GuardDemand<Q>,
    request: IdentifiedRequest,
    organizationId?: string,
  ): Promise<Guarded<Q>> {
    const bearer = readBearer(auth, request, site);
    const limit = limitOf(demand, request);
    const counting = limit === "write" ? undefined : limits.countRequest(limit, request);
    if (counting) await counting;
    checkOrigin(request, site);
    if (bearer) requireTaken(bearer, undefined);
    const access = accessOf(demand, organizationId);
    const client = worksIn(clientOf(request, site), access, { id: organizationId ?? "" });
    const by = requireCaller(await auth.sessions.identify(client));
    const writing = limit === "write" ? limits.countOwnWrite(by) : undefined;
    if (writing) await writing;
    const granting = authorize(auth, access, { caller: by, client });
    const granted = granting && (await granting);
    if (demand.verified && !by.user.emailVerified)
      throw new AuthError("EMAIL_VERIFICATION_REQUIRED");
    // Last: no one proves anything for what is denied anyway.
    if (isDemand(demand)) await auth.sessions.requireSteppedUp(by, demand);
    return { caller: showCaller(by, auth.accessControl), by, client, granted };
  }

  async function take<Q extends CorePermission | P>(
    demand: GrantDemand<Q>,
    request: TakingRequest,
    organizationId?: string,
  ): Promise<TakenRequest<Q>> {
    const { grants, kinds, grantsOnly = false, ...asked } = demand;
    const bearer = readBearer(auth, request, site);
    if (!bearer && !grantsOnly) return guard(asked, request, organizationId);
    const limit = limitOf(asked, request);
    if (limit !== "write") await limits.countRequest(limit, request);
    if (!bearer) throw new AuthError("UNAUTHORIZED");
    requireTaken(bearer, grants, kinds);
    const access = accessOf(asked, organizationId);
    const presented = clientOf(withoutCookies(request), site);
    const client = worksIn(presented, access, { id: organizationId ?? "" });
    const by = await findBearer(bearer, request, client);
    if (limit === "write") await limits.countOwnWrite(by);
    const granted = await authorizeGrant(auth, access, { caller: by, client });
    if (demand.verified && by.user?.emailVerified === false)
      throw new AuthError("EMAIL_VERIFICATION_REQUIRED");
    return { caller: showGrantCaller(by, auth.accessControl), by, client, granted };
  }

  return {
    guard,
    take,

    async visit(request) {
      const client = clientOf(request, site);
      const by = isRefusedVisit(request) ? null : await auth.sessions.identify(client);
      return by ? handOver(by, client) : { caller: null, by, client };
    },

    async identify(request, { origin = "allowed" } = {}) {
      const isExcused =
        origin === "any" ||
        (origin === "allowed-or-absent" && request.header("origin") === undefined);
      const bearer = readBearer(auth, request, site);
      if (!isExcused) checkUpgradeOrigin(request, site);
      if (bearer) requireTaken(bearer, undefined);
      const header = (name: string) => request.header(name);
      const client = clientOf({ header, peer: NO_PEER }, site);
      return handOver(requireCaller(await auth.sessions.identify(client)), client);
    },
  };
}

/** What a route of the surface would declare to ask for the same. */
function accessOf<P extends PermissionId>(
  { permission, fresh = false }: GuardDemand<P>,
  organizationId: string | undefined,
): AccessTo<P> {
  if (permission === undefined) return fresh ? "fresh" : "session";
  const place = organizationId === undefined ? {} : { of: "path" as const };
  return { permission, ...place, ...(fresh && { fresh }) };
}

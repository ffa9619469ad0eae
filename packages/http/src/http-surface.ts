import { type Auth, AuthError, type CorePermission, type PermissionId } from "@acme/auth-core";
import { arrangeRoutes } from "./arrange-routes.js";
import type { FeatureRoutes } from "./feature-routes.js";
import { createGuarding, type Guarding } from "./guarding.js";
import { readBearer } from "./kernel/bearer.js";
import { createDispatch } from "./kernel/dispatch.js";
import { corsHeaders, guardedHeaders, personalHeaders } from "./kernel/headers.js";
import type { Exchange, HttpReply, HttpRequest } from "./kernel/http-message.js";
import { readJson } from "./kernel/input.js";
import {
  createMeter,
  createOwnMeter,
  justAnswer,
  type OwnMeter,
  PREFLIGHT,
  UNKNOWN,
} from "./kernel/metering.js";
import { isAllowedOrigin } from "./kernel/origin.js";
import { acceptsHtml, createPageRefusals, methodsOf } from "./kernel/page-refusals.js";
import type { Pages } from "./kernel/pages.js";
import type { AnyRoute, Limit } from "./kernel/route.js";
import { createRouting, type KnownPath, type Match } from "./kernel/routing.js";
import type { Site } from "./kernel/site.js";
import { openPages } from "./open-pages.js";
import { AUTH_FAMILY, isUserWrite, V1_FAMILY } from "./site/families.js";
import type { WellKnown } from "./site/well-known.js";
import { sections } from "./surface.js";
import { WELL_KNOWN_FAMILY, wellKnownRoutes } from "./well-known-routes.js";

const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/**
 * The options of the HTTP surface, whatever framework serves it. `W` is what the features of `auth`
 * add to it.
 */
export interface SurfaceOptions<P extends PermissionId = CorePermission, W = unknown> {
  /** What `createAuth` has returned. */
  readonly auth: Auth<CorePermission | P> & W;
  /** What `createSite` has returned. */
  readonly site: Site;
  /**
   * Whether nothing else is served: the surface then also answers `/healthz`, `/readyz` and
   * `/docs`, and 404 to everything else. Default: false.
   */
  readonly standalone?: boolean;
  /**
   * The routes of optional features, served beside those of the surface, and the application's own,
   * described. The reference at `/docs` and `/api/v1/openapi.json` shows them all, behind those of
   * the surface. Default: none.
   */
  readonly features?: readonly FeatureRoutes<CorePermission | NoInfer<P>, NoInfer<W>>[];
  /**
   * Ready account pages, made by `createPages` of `@acme/auth-pages`, for a site that has `pages`.
   * Default: none, and nothing of them is loaded.
   */
  readonly pages?: Pages<CorePermission | NoInfer<P>, NoInfer<W>>;
  /**
   * The documents below `/.well-known/` that the surface answers, for browsers and password managers.
   * The application may answer what is not among them. Default: none.
   */
  readonly wellKnown?: WellKnown;
  /**
   * Called when a route answers what it does not declare. For tests. Without it replies are not
   * compared with their schemas; undeclared refusals are still logged.
   */
  readonly onBreach?: (breach: Error) => void;
}

/** The HTTP surface in plain values: what a mount and the guards of a framework are built on. */
export interface HttpSurface<P extends PermissionId = CorePermission> extends Guarding<P> {
  /**
   * The path families that features claim, and the one in which the pages are, besides `/api/auth/`
   * and `/api/v1/`.
   */
  readonly families: readonly string[];
  /**
   * Answers a request.
   * @returns a promise that never rejects, or null when the request is not for the surface and the
   * application may answer it.
   */
  answer(request: HttpRequest): Promise<HttpReply> | null;
  /**
   * Applies CORS to an application's own routes: returns the reply to a preflight, or the headers
   * for any other reply, name and value in turn.
   */
  crossOrigin(
    request: HttpRequest,
  ): { readonly preflight: HttpReply } | { readonly headers: readonly string[] };
  /**
   * Reads the JSON body of a request to an application's own route, under the cross-site rule.
   * @returns undefined when there is no body.
   * @throws {AuthError} `INVALID_ORIGIN`, `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`,
   * `INVALID_JSON`
   */
  readJson(request: HttpRequest): Promise<unknown>;
  /**
   * Counts a request to an application's own route against its client, together with the routes of
   * the surface of that tier.
   * @throws {AuthError} `TOO_MANY_REQUESTS`; `UNAVAILABLE` when the request cannot be counted
   */
  countRequest(limit: Limit, request: Pick<HttpRequest, "peer">): Promise<void>;
  /**
   * Begins to measure a request to a route that `features` describe and the application answers.
   * @returns what is called once with the status of the reply; null when nothing measures, and for
   * every other path, so that no client can invent a series.
   */
  measure(request: Pick<HttpRequest, "path" | "method">): ((status: number) => void) | null;
  /**
   * Makes the id of a request to an application's own route. Make it once for each request, and
   * pass it on.
   */
  newRequestId(): string;
  /** The headers for a reply of an application's own guarded route, name and value in turn. */
  guardedHeaders(requestId: string): readonly string[];
  /** The headers of a page or answer about a person that no guard stands around. */
  personalHeaders(): Readonly<Record<string, string>>;
  /**
   * The reply to a request to an application's own route that failed. Logs what is not a refusal.
   * Never throws.
   */
  refuse(exchange: Exchange, thrown: unknown): HttpReply;
}

/**
 * Builds the HTTP surface of one `Auth`, for any server that can turn its bytes into plain values
 * and back. For Express and node:http, `@acme/auth-express` does that.
 * @throws {RangeError} when `features` repeat what the reference has, claim paths or add fields
 * that are taken, or need what `auth` does not have. It names everything at once.
 * @throws {TypeError} for `pages` without those of the site, and the other way round; for
 * `wellKnown` of which no document can be made
 * @example
 * const surface = createHttpSurface({ auth, site });
 * const reply = (await surface.answer(request)) ?? notFound;
 */
export function createHttpSurface<P extends PermissionId = CorePermission, W = unknown>({
  auth,
  site,
  standalone = false,
  features = [],
  pages,
  wellKnown = {},
  onBreach,
}: SurfaceOptions<P, W>): HttpSurface<P> {
  const opened = openPages(pages, {
    auth,
    site: { ...site, appName: auth.appName, brand: auth.brand },
  });
  const arranged = arrangeRoutes(sections, features, auth, site);
  const { sections: reference, served, families } = arranged;
  const { dispatch, refuse, refuseInFamily, preflight, limits } = createDispatch({
    auth,
    site,
    sections: reference,
    beginAdditions: arranged.begin,
    isUserWrite,
    ...(onBreach && { onBreach }),
  });
  const exchangeOf = (request: HttpRequest): Exchange => ({ request, requestId: auth.random.id() });
  const ofPages = createPageRefusals({ limits, refuseInFamily, exchangeOf });
  const isFamily = (path: string) => path.startsWith(AUTH_FAMILY) || path.startsWith(V1_FAMILY);
  const ours = arranged.surface.filter(({ path }) => standalone || isFamily(path));
  const documents = wellKnownRoutes(wellKnown, site);
  const find = createRouting([...ours, ...served, ...(opened?.routes ?? []), ...documents]);
  const { isWhole, named } = familiesOf({ families, documents, pages: opened && site.pages });
  const meter = auth.metrics && createMeter(auth.metrics);
  const counted = meter ?? justAnswer;
  const own = reference.flatMap(({ routes }) => routes.filter(({ isOwn }) => isOwn));
  const measure: OwnMeter = auth.metrics ? createOwnMeter(auth.metrics, own) : () => null;
  const guarded = guardedHeaders(site);
  const { exists, offered } = existenceOf(auth);

  function answer(request: HttpRequest): Promise<HttpReply> | null {
    const { path, method } = request;
    const known = find(path);
    const route = known?.methods.get(method === "HEAD" ? "GET" : method);
    if (route?.asksForHtml && !acceptsHtml(request)) return answerUnrouted(request, null);
    if (known && route) {
      const match = { route, params: known.params };
      if (!exists(match)) return answerUnrouted(request, offered(known));
      return meter ? meter(route, () => dispatch(match, request)) : dispatch(match, request);
    }
    return answerUnrouted(request, known && offered(known));
  }

  /** Answers a request for no route. `methods` are those of its path; null for an unknown path. */
  function answerUnrouted(
    request: HttpRequest,
    methods: ReadonlyMap<string, AnyRoute> | null,
  ): Promise<HttpReply> | null {
    const { path, method } = request;
    const otherMethod = methods && ofPages.refusePageMethod(request, methods);
    if (otherMethod) return counted(UNKNOWN, otherMethod);
    if (methods && method === "OPTIONS")
      return counted(PREFLIGHT, async () => answerPreflight(request, methods));
    if (isWhole(path)) {
      if (methods) return counted(UNKNOWN, () => refuseMethod(request, methodsOf(methods)));
      if (isPreflight(request) && isAllowedOrigin(request, site))
        return counted(PREFLIGHT, async () => answerPreflight(request, null));
      return counted(UNKNOWN, () => refuseCounted(request, new AuthError("NOT_FOUND")));
    }
    // Everywhere else the application may answer, also for other methods of paths of the surface.
    if (!standalone) return null;
    const asPage = opened && ofPages.refusePage(request, opened.family);
    if (asPage) return counted(UNKNOWN, asPage);
    return counted(UNKNOWN, async () => refuse(exchangeOf(request), new AuthError("NOT_FOUND")));
  }

  /**
   * Counted like the request it announces, and always answered. `methods` is null for an unknown
   * path, so that the front end can read its 404.
   */
  function answerPreflight(
    request: HttpRequest,
    methods: ReadonlyMap<string, AnyRoute> | null,
  ): HttpReply {
    const announced =
      methods?.get(request.header("access-control-request-method") ?? "") ??
      methods?.values().next().value;
    limits.countPreflight(announced?.limit ?? "auth-ip", request);
    return preflight(exchangeOf(request), methods ? methodsOf(methods) : METHODS);
  }

  /**
   * Requests for unknown paths and methods count like any other, so that probing is limited too.
   */
  async function refuseCounted(request: HttpRequest, error: AuthError): Promise<HttpReply> {
    const exchange = exchangeOf(request);
    try {
      await limits.countRequest("auth-ip", request);
      return refuse(exchange, error);
    } catch (overLimit) {
      return refuse(exchange, overLimit);
    }
  }

  async function refuseMethod(
    request: HttpRequest,
    methods: readonly string[],
  ): Promise<HttpReply> {
    const reply = await refuseCounted(request, new AuthError("METHOD_NOT_ALLOWED"));
    return { ...reply, headers: [...reply.headers, "Allow", [...methods, "OPTIONS"].join(", ")] };
  }

  return {
    families: named,
    answer,
    ...createGuarding(auth, { site, limits }),
    crossOrigin: (request) =>
      isPreflight(request)
        ? { preflight: preflight(exchangeOf(request), METHODS) }
        : { headers: ["Vary", "Origin", ...corsHeaders(request, site)] },
    readJson: async (request) => {
      const isBearer = readBearer(auth, request, site) !== null;
      return readJson(request, { site, limit: auth.policy.jsonBody, isBearer });
    },
    countRequest: async (limit, request) => limits.countRequest(limit, request),
    measure,
    newRequestId: () => auth.random.id(),
    personalHeaders: () => personalHeaders(site),
    guardedHeaders: (requestId) => guarded.concat("X-Request-Id", requestId),
    refuse,
  };
}

/** Which methods a path has: some are there for certain parameters only. */
function existenceOf(auth: Auth) {
  const exists = ({ route, params }: Match): boolean => route.existsFor?.(auth, params) ?? true;
  const offered = ({ methods, params }: KnownPath): KnownPath["methods"] =>
    new Map([...methods].filter(([, route]) => exists({ route, params })));
  return { exists, offered };
}

interface Families {
  /** Those of features. */
  readonly families: readonly string[];
  readonly documents: readonly AnyRoute[];
  /** Below what the pages stand; null without pages. */
  readonly pages: string | null;
}

/** Which paths the surface answers alone, and the families that a mount has to bring to it. */
function familiesOf({ families, documents, pages }: Families) {
  const whole = [AUTH_FAMILY, ...families];
  return {
    isWhole: (path: string): boolean =>
      whole.some((family) => path.startsWith(family)) ||
      documents.some((document) => document.path === path),
    named: [
      ...families,
      ...(pages === null ? [] : [`${pages}/`]),
      ...(documents.length > 0 ? [WELL_KNOWN_FAMILY] : []),
    ],
  };
}

const isPreflight = (request: HttpRequest): boolean =>
  request.method === "OPTIONS" && request.header("access-control-request-method") !== undefined;

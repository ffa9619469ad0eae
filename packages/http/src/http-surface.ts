import { AuthError, type Auth, type CorePermission, type PermissionId } from "@acme/auth-core";
import { admit, createDispatch } from "./kernel/dispatch.js";
import { corsHeaders, guardedHeaders } from "./kernel/headers.js";
import type { HttpReply, HttpRequest } from "./kernel/http-message.js";
import { readJson } from "./kernel/input.js";
import { checkOrigin, isAllowedOrigin } from "./kernel/origin.js";
import type { AccessTo, AnyRoute } from "./kernel/route.js";
import { createRouting } from "./kernel/routing.js";
import type { Site } from "./site/site.js";
import { sections, surface } from "./surface.js";

const AUTH_FAMILY = "/api/auth/";
const V1_FAMILY = "/api/v1/";
const OWN_METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

export interface SurfaceOptions<P extends PermissionId = CorePermission> {
  readonly auth: Auth<CorePermission | P>;
  readonly site: Site;
  /** The surface is all there is: it also answers `/healthz`, `/readyz` and `/docs`, and 404 to everything else. */
  readonly standalone?: boolean;
  /** Called when a route answers what it does not declare. For tests: without it, replies are not checked against their schemas. */
  readonly onBreach?: (breach: Error) => void;
}

export type HttpSurface<P extends PermissionId = CorePermission> = ReturnType<
  typeof createHttpSurface<P>
>;

/** The surface over one `Auth`, for any server that can turn its bytes into plain values and back. */
export function createHttpSurface<P extends PermissionId = CorePermission>({
  auth,
  site,
  standalone = false,
  onBreach,
}: SurfaceOptions<P>) {
  const { dispatch, refuse, preflight, clientOf, limits } = createDispatch({
    auth,
    site,
    sections,
    ...(onBreach && { onBreach }),
  });
  const isFamily = (path: string) => path.startsWith(AUTH_FAMILY) || path.startsWith(V1_FAMILY);
  const find = createRouting(surface.filter(({ path }) => standalone || isFamily(path)));

  /** The reply to a request; null when it is for the application. Never rejects. */
  function answer(request: HttpRequest): Promise<HttpReply> | null {
    const { path, method } = request;
    const known = find(path);
    const route = known?.methods.get(method === "HEAD" ? "GET" : method);
    if (known && route) return dispatch({ route, params: known.params }, request);
    if (known && method === "OPTIONS")
      return Promise.resolve(answerPreflight(request, known.methods));
    if (path.startsWith(AUTH_FAMILY)) {
      if (known) return refuseMethod(request, methodsOf(known.methods));
      if (isPreflight(request) && isAllowedOrigin(request, site))
        return Promise.resolve(answerPreflight(request, null));
      return refuseCounted(request, new AuthError("NOT_FOUND"));
    }
    // Everywhere else the application may answer, other methods of our own paths included.
    return standalone ? Promise.resolve(refuse(request, new AuthError("NOT_FOUND"))) : null;
  }

  const methodsOf = (methods: ReadonlyMap<string, AnyRoute>): readonly string[] =>
    [...methods.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));

  /** Counted like what it asks for, and always answered. `methods` is null for a path that nobody knows: its 404 is for the front end to read. */
  function answerPreflight(
    request: HttpRequest,
    methods: ReadonlyMap<string, AnyRoute> | null,
  ): HttpReply {
    const asked =
      methods?.get(request.header("access-control-request-method") ?? "") ??
      methods?.values().next().value;
    limits.countPreflight(asked?.limit ?? "auth-ip", request);
    return preflight(request, methods ? methodsOf(methods) : OWN_METHODS);
  }

  /** Requests for nothing count like any other, so that probing is limited too. */
  async function refuseCounted(request: HttpRequest, error: AuthError): Promise<HttpReply> {
    try {
      await limits.countRequest("auth-ip", request);
      return refuse(request, error);
    } catch (thrown) {
      return refuse(request, thrown);
    }
  }

  async function refuseMethod(
    request: HttpRequest,
    methods: readonly string[],
  ): Promise<HttpReply> {
    const reply = await refuseCounted(request, new AuthError("METHOD_NOT_ALLOWED"));
    return { ...reply, headers: [...reply.headers, "Allow", [...methods, "OPTIONS"].join(", ")] };
  }

  /** What a guard of an application's own route needs: the cross-site rule, then the caller and the proof of access. Rejects with refusals. */
  async function guard(access: AccessTo<CorePermission | P>, request: HttpRequest) {
    checkOrigin(request, site);
    const client = clientOf(request);
    return { ...(await admit(auth, access, client)), client };
  }

  /** For an application's own routes: the answer to a preflight, or what every other answer says to the front end's script. */
  function crossOrigin(
    request: HttpRequest,
  ): { readonly preflight: HttpReply } | { readonly headers: readonly string[] } {
    return isPreflight(request)
      ? { preflight: preflight(request, OWN_METHODS) }
      : { headers: ["Vary", "Origin", ...corsHeaders(request, site)] };
  }

  const guarded = guardedHeaders(site);

  return {
    answer,
    guard,
    crossOrigin,
    readJson: (request: HttpRequest): Promise<unknown> =>
      readJson(request, { site, limit: auth.policy.jsonBody }),
    /** Name and value in turn, for whatever an application's own guarded route answers. */
    guardedHeaders: (requestId: string = auth.random.id()): readonly string[] => [
      ...guarded,
      "X-Request-Id",
      requestId,
    ],
    /** The answer to a failed request of an application's own route, which may have an id already. */
    refuse: (request: HttpRequest, thrown: unknown, requestId?: string): HttpReply =>
      refuse(request, thrown, { requestId }),
  };
}

const isPreflight = (request: HttpRequest): boolean =>
  request.method === "OPTIONS" && request.header("access-control-request-method") !== undefined;

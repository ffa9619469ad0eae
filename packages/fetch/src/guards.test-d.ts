import type {
  Auth,
  Caller,
  CorePermission,
  GrantCaller,
  Granted,
  SteppedUp,
} from "@acme/auth-core";
import { createHandler, guards, type ShownCaller, type Site } from "./index.js";

interface RouteContext {
  readonly params: Promise<{ readonly teamId: string }>;
}

/**
 * The host's context reaches routes as they declare it; a permission is one of the catalog or of
 * the application.
 */
export async function routesAreTyped(
  auth: Auth<CorePermission | "reports:read">,
  site: Site,
  request: Request,
): Promise<void> {
  // @ts-expect-error -- where a request comes from is never guessed
  createHandler({ auth, site });
  // @ts-expect-error -- a request does not say which proxy has sent it
  createHandler({ auth, site, peerOf: () => null, trustProxy: true });

  const handle = createHandler({ auth, site, peerOf: ({ headers }) => headers.get("x-real-ip") });
  (await handle(request)) satisfies Response | null;
  const { requireSession, requirePermission } = guards(handle);
  const list = requireSession((_request, { caller }, { params }: RouteContext) => {
    caller satisfies ShownCaller;
    // @ts-expect-error -- use cases take `by`
    caller satisfies Caller;
    void (params satisfies RouteContext["params"]);
    return new Response();
  });
  // @ts-expect-error -- the route takes the context of its host
  await list(request);
  const guard = requirePermission("reports:read", {
    of: async (_request, { params }: RouteContext) => (await params).teamId,
    fresh: true,
  });
  const read = guard((_request, { granted }) => {
    granted satisfies Granted<"reports:read">;
    // @ts-expect-error -- to read reports is not to delete organizations
    granted satisfies Granted<"org:delete">;
    return new Response();
  });
  read satisfies (request: Request, context: RouteContext) => Promise<Response>;
  // @ts-expect-error -- the application does not declare it
  requirePermission("reports:write");

  const told = createHandler({
    auth,
    site,
    peerOf: (_request: Request, address: string) => address,
  });
  await told(request, "192.0.2.1");
  // @ts-expect-error -- the address that `peerOf` asks for
  await told(request);
}

/**
 * `check` takes the words of the guards, of a request with the context of its host or of headers
 * alone.
 */
export async function checksAreTyped(
  auth: Auth<CorePermission | "reports:read">,
  site: Site,
  request: Request,
): Promise<void> {
  const { check, readSession, requireSession } = guards(
    createHandler({ auth, site, peerOf: (_request: Request, address: string) => address }),
  );
  const { granted } = await check(request, { permission: "reports:read" }, "192.0.2.1");
  granted satisfies Granted<"reports:read">;
  // @ts-expect-error -- to read reports is not to delete organizations
  granted satisfies Granted<"org:delete">;
  (await check(new Headers(), { permission: "org:read", of: () => null })).by satisfies Caller;
  (await check(new Headers(), { fresh: true, verified: true, limit: "none" })).by satisfies Caller;
  // @ts-expect-error -- misspelt
  await check(request, { permission: "reports:reed" }, "192.0.2.1");
  // @ts-expect-error -- misspelt
  await check(request, { verifed: true }, "192.0.2.1");
  // @ts-expect-error -- the address that `peerOf` asks for
  await check(request, { fresh: true });
  // @ts-expect-error -- the address that `peerOf` asks for
  await readSession(request);
  (await readSession(new Headers())).caller satisfies ShownCaller | null;
  requireSession({ verified: true })((_request, { by }) => Response.json(by satisfies Caller));
  // @ts-expect-error -- there is no such limit
  requireSession({ limit: "some" });
}

/** Only what answers behind a guard that says so meets a grant. */
export function grantsAreTyped(auth: Auth<CorePermission | "reports:read">, site: Site): void {
  const { requirePermission, requireGrant, requireSession } = guards(
    createHandler({ auth, site, peerOf: () => null }),
  );
  requirePermission("reports:read")((_request, { by, granted }) => {
    granted satisfies Granted<"reports:read">;
    return Response.json(by satisfies Caller);
  });
  requirePermission("reports:read", { grants: "any" })((_request, { by, granted }) => {
    // @ts-expect-error -- a grant is no session
    by satisfies Caller;
    // @ts-expect-error -- nor does it prove what a session proves
    granted satisfies Granted<"reports:read"> | null;
    return Response.json(by satisfies Caller | GrantCaller);
  });
  requireGrant({ kinds: ["service"], permission: "reports:read" });
  // @ts-expect-error -- no grant is fresh
  requirePermission("reports:read", { grants: "any", fresh: true });
  // @ts-expect-error -- it takes no grant
  requireSession({ grants: "any" });
}

/** What is demanded of a session is data, and the proof says that it was met. */
export function demandsAreTyped(auth: Auth<CorePermission | "reports:read">, site: Site): void {
  const { requirePermission, requireSession } = guards(
    createHandler({ auth, site, peerOf: () => null }),
  );
  type Sure = Granted<"reports:read"> & SteppedUp;
  requirePermission("reports:read", { factors: 2, within: "10m" })((_request, { by, granted }) => {
    granted satisfies Sure;
    by satisfies Caller & SteppedUp;
    return new Response();
  });
  requirePermission("reports:read", { fresh: true })((_request, { granted }) => {
    // @ts-expect-error -- nothing was demanded
    granted satisfies Sure;
    return new Response();
  });
  requireSession({ within: "10m" })((_request, { by }) => {
    by satisfies Caller & SteppedUp;
    return new Response();
  });
  // @ts-expect-error -- there is no third factor
  requireSession({ factors: 3 });
  // @ts-expect-error -- a time has a unit
  requireSession({ within: "10" });
  // @ts-expect-error -- no grant is stepped up
  requirePermission("reports:read", { grants: "any", within: "10m" });
}

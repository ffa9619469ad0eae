import type { Auth, Caller, CorePermission, Granted, SteppedUp, UserId } from "@acme/auth-core";
import type { Express, Request, Response } from "express";
import {
  callerOf,
  createSurface,
  type FeatureRoutes,
  grantOf,
  type GuardedRequest,
  guardedRequest,
  guards,
  type Middleware,
  mount,
  type ShownCaller,
  type Site,
  takenRequest,
} from "./index.js";

interface Context {
  readonly app: Express;
  readonly auth: Auth;
  readonly own: Auth<CorePermission | "reports:read">;
  readonly site: Site;
  readonly text: string;
}

/** Guards take the catalog's permissions and the application's own, and no others. */
export function permissionsAreKnown({ app, auth, own, site, text }: Context): void {
  const plain = guards(createSurface({ auth, site }));
  plain.requirePermission("billing:write") satisfies Middleware;
  // @ts-expect-error -- misspelt
  plain.requirePermission("billing:rite");
  // @ts-expect-error -- another application's
  plain.requirePermission("reports:read");
  // @ts-expect-error -- any text will not do
  plain.requirePermission(text);

  const { requirePermission, requireSession, requireFreshSession } = guards(
    createSurface({ auth: own, site }),
  );
  app.get(
    "/reports",
    requireSession,
    requireFreshSession,
    requirePermission("reports:read"),
    requirePermission("org:read"),
  );
  // @ts-expect-error -- the application does not declare it
  requirePermission("reports:write");
}

/** A described route asks for a permission of the catalog or of the application's own. */
export function describedPermissionsAreKnown({ own, site }: Context): void {
  const list = {
    method: "GET",
    path: "/reports",
    summary: "List reports",
    description: "List the reports.",
    status: 200,
    returns: "The reports.",
  } as const;
  const section = (permission: "reports:read" | "org:read") =>
    ({
      title: "Reports",
      description: "What was counted.",
      routes: { reports: { list: { ...list, access: { permission } } } },
    }) satisfies FeatureRoutes<"reports:read" | "org:read">;
  createSurface({ auth: own, site, features: [section("reports:read")] });
  // @ts-expect-error -- the application does not declare it
  section("reports:write");
  const misspelt = {
    reports: { list: { ...list, access: { permission: "reports:reed" } } },
  } as const;
  createSurface({
    auth: own,
    site,
    // @ts-expect-error -- the application does not declare it
    features: [{ ...section("reports:read"), routes: misspelt }],
  });
}

/** The routes of a feature go with an `Auth` that has it. */
export function featuresAreThere({ auth, site }: Context): void {
  interface WithFactor {
    readonly secondFactor: { readonly enroll: (code: string) => Promise<void> };
  }
  const factor: FeatureRoutes<CorePermission, WithFactor> = {
    title: "Second factor",
    description: "A second factor.",
    feature: "secondFactor",
    routes: {},
  };
  const withFactor: Auth & WithFactor = { ...auth, secondFactor: { enroll: async () => {} } };
  createSurface({ auth: withFactor, site, features: [factor] });
  // @ts-expect-error -- this one was made without the feature
  createSurface({ auth, site, features: [factor] });
}

/** True for the same type only: `any` is none but itself. */
interface Box<T> {
  readonly set: (value: T) => T;
}
type IsAny<T> = 0 extends 1 & T ? true : false;
type Same<A, B> =
  IsAny<A> extends IsAny<B> ? ([Box<A>, Box<B>] extends [Box<B>, Box<A>] ? true : false) : false;

/** A guard in front of a route leaves the types of its handler as they are without one. */
export function routesKeepTheirTypes({ app, auth, site }: Context): void {
  const {
    allowOrigins,
    jsonBody,
    readSession,
    requireSession,
    requireFreshSession,
    requirePermission,
  } = guards(createSurface({ auth, site }));
  app.post("/notes/:id", (request, response) => {
    response.json(request.body satisfies unknown);
    true satisfies Same<typeof request.params, { id: string }>;
    true satisfies Same<typeof request.body, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- what Express gives
  });
  for (const guard of [requireSession, requireFreshSession, readSession, jsonBody, allowOrigins])
    app.post("/notes/:id", guard, (request, response) => {
      true satisfies Same<typeof request.params, { id: string }>;
      true satisfies Same<typeof request.body, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- what Express gives
      true satisfies Same<typeof request, Request<{ id: string }>>;
      true satisfies Same<typeof response, Response>;
    });
  app.delete(
    "/teams/:teamId/notes/:id",
    jsonBody,
    requirePermission("org:delete", { of: "teamId", fresh: true }),
    (request) => {
      (request.params.teamId + request.params.id) satisfies string;
      true satisfies Same<typeof request.body, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- what Express gives
    },
  );
  app.post<{ id: string }, string, { readonly title: string }>(
    "/typed/:id",
    requireSession,
    requirePermission("org:read"),
    (request, response) => void response.send(request.body.title satisfies string),
  );
  app.use(requireSession, (request) => {
    true satisfies Same<typeof request, Request>;
  });
}

/**
 * The mount takes an `Auth` that knows more than the catalog, and goes where Express takes
 * middleware.
 */
export function mountsAnyAuth({ app, auth, own, site }: Context): void {
  app.use(mount(createSurface({ auth, site })));
  app.use("/api", mount(createSurface({ auth: own, site, trustProxy: ["10.0.0.0/8"] })));
  // @ts-expect-error -- a site is needed
  createSurface({ auth });
  // @ts-expect-error -- trust is a list of IP addresses, never everybody
  createSurface({ auth, site, trustProxy: true });
}

/** What a guard leaves is read by the request alone, and a proof by the permission it is of. */
export function callersAreRead(request: Request): readonly [ShownCaller, Granted<"org:read">] {
  const guarded: GuardedRequest = guardedRequest(request);
  guarded.by satisfies Caller;
  guarded.caller.user.id satisfies UserId;
  guarded.caller.user.createdAt satisfies string;
  // @ts-expect-error -- no view shows it
  guarded.caller.user.reclaimedAt satisfies unknown;
  // @ts-expect-error -- use cases take `by`
  guarded.caller satisfies Caller;
  const granted = grantOf(request, "org:read");
  // @ts-expect-error -- to read is not to delete
  granted satisfies Granted<"org:delete">;
  return [callerOf(request), granted];
}

/** Guards take grants only where they say so, and then hand over what only `takenRequest` reads. */
export function grantsAreTyped({ own, site }: Context, request: Request): void {
  const { requirePermission, requireSession, requireFreshSession, requireGrant } = guards(
    createSurface({ auth: own, site }),
  );
  requirePermission("reports:read", { grants: "any", of: "teamId" }) satisfies Middleware;
  requireGrant({ kinds: ["service"], permission: "reports:read" }) satisfies Middleware;
  requireGrant() satisfies Middleware;
  // @ts-expect-error -- no grant is fresh
  requirePermission("reports:read", { grants: "any", fresh: true });
  // @ts-expect-error -- there is no such class
  requirePermission("reports:read", { grants: "all" });
  // @ts-expect-error -- it takes no grant
  requireSession({ grants: "any" });
  // @ts-expect-error -- it takes no grant
  requireFreshSession({ grants: "any" });
  // @ts-expect-error -- misspelt
  requireGrant({ permission: "reports:reed" });
  const { caller, by } = takenRequest(request);
  // @ts-expect-error -- a service account has no user
  caller.user.id satisfies UserId;
  // @ts-expect-error -- a grant is no session
  by satisfies Caller;
  guardedRequest(request).by.by.kind satisfies "session";
}

/**
 * `check` takes the words of the guards, and gives the proof of the permission that it is asked
 * for.
 */
export async function checksAreTyped({ own, site }: Context, request: Request): Promise<void> {
  const { check, requireSession, requireFreshSession } = guards(createSurface({ auth: own, site }));
  const { granted } = await check(request, { permission: "reports:read", of: () => null });
  granted satisfies Granted<"reports:read">;
  // @ts-expect-error -- to read reports is not to delete organizations
  granted satisfies Granted<"org:delete">;
  // @ts-expect-error -- misspelt
  await check(request, { permission: "reports:reed" });
  // @ts-expect-error -- misspelt
  await check(request, { verifed: true });
  // @ts-expect-error -- no permission is needed in that organization
  await check(request, { of: "teamId" });
  const guarded = await check(request, { fresh: true, verified: true, limit: "none" });
  guarded satisfies GuardedRequest;
  // @ts-expect-error -- nothing was asked for
  guarded.granted satisfies unknown;
  requireSession({ verified: true, limit: "read" }) satisfies Middleware;
  requireFreshSession({ limit: "auth-ip" }) satisfies Middleware;
  // @ts-expect-error -- there is no such limit
  requireSession({ limit: "some" });
  // @ts-expect-error -- a session has no organization to look in
  requireSession({ of: "teamId" });
}

/** What is demanded of a session is data, and the proof says that it was met. */
export async function demandsAreTyped({ own, site }: Context, request: Request): Promise<void> {
  const { check, requirePermission, requireSession, requireFreshSession } = guards(
    createSurface({ auth: own, site }),
  );
  requirePermission("reports:read", { factors: 2, within: "10m" }) satisfies Middleware;
  requireFreshSession({ within: "24h" }) satisfies Middleware;
  // @ts-expect-error -- there is no third factor
  requireSession({ factors: 3 });
  // @ts-expect-error -- a time has a unit
  requireSession({ within: "10" });
  // @ts-expect-error -- days are no unit
  requireSession({ within: "1d" });
  // @ts-expect-error -- no grant is stepped up
  requirePermission("reports:read", { grants: "any", factors: 2 });
  type Sure = Granted<"reports:read"> & SteppedUp;
  grantOf(request, "reports:read", { factors: 2 }) satisfies Sure;
  // @ts-expect-error -- nothing was demanded
  grantOf(request, "reports:read") satisfies Sure;
  (await check(request, { permission: "reports:read", within: "10m" })).granted satisfies Sure;
  // @ts-expect-error -- nothing was demanded
  (await check(request, { permission: "reports:read" })).granted satisfies Sure;
  (await check(request, { factors: 2 })).by satisfies Caller & SteppedUp;
  // @ts-expect-error -- nothing was demanded
  (await check(request, { fresh: true })).by satisfies Caller & SteppedUp;
}

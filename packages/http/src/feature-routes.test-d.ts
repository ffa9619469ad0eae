import type { Auth, CorePermission, User } from "@acme/auth-core";
import * as z from "zod";
import type { FeatureRoutes } from "./feature-routes.js";
import { createHttpSurface, type SurfaceOptions } from "./http-surface.js";
import { route as baseRoute, routeOf } from "./kernel/route.js";
import { type AddedFields, fieldsOf, type ShownFields } from "./shown-fields.js";
import { viewUser } from "./views/user.view.js";

interface WithFactor {
  readonly secondFactor: { readonly enroll: (code: string) => Promise<string> };
}
interface WithKeys {
  readonly apiKeys: { readonly create: () => Promise<string> };
}
const route = routeOf<WithFactor, "factor:reset">();

const common = {
  method: "POST",
  path: "/api/v1/me/second-factor",
  summary: "Do something",
  description: "Do something.",
  returns: "x",
  limit: "auth-ip",
  status: 200,
  access: "session",
  reply: () => z.strictObject({ ok: z.literal(true) }),
  refuses: [],
} as const;
const OK = { body: { ok: true } } as const;

/** A handler finds its feature on `auth`, beside the base. */
const enroll = route({
  ...common,
  body: () => z.object({ code: z.string() }),
  handle: async ({ auth, body, caller }) => (
    await auth.secondFactor.enroll(body.code),
    await auth.sessions.list(caller),
    OK
  ),
});
export const served = [
  enroll,
  // @ts-expect-error -- of another feature
  route({ ...common, handle: async ({ auth }) => (auth.apiKeys satisfies unknown, OK) }),
  // @ts-expect-error -- a route of the base has no feature
  baseRoute({ ...common, handle: async ({ auth }) => (auth.secondFactor satisfies unknown, OK) }),
];

/** A route asks for a permission of the catalog or of its feature's own. */
const reset = route({ ...common, access: { permission: "factor:reset" }, handle: async () => OK });
export const permissions = [
  reset,
  route({ ...common, access: { permission: "org:update" }, handle: async () => OK }),
  // @ts-expect-error -- misspelt
  route({ ...common, access: { permission: "factor:reste" }, handle: async () => OK }),
  // @ts-expect-error -- the feature's own, which the base does not have
  baseRoute({ ...common, access: { permission: "factor:reset" }, handle: async () => OK }),
];

const section = { title: "Second factor", description: "A second factor." } as const;
const ping = baseRoute({ ...common, handle: async () => OK });

/** Routes of the base fit everywhere, those of a feature where `auth` has it. */
export const sections = [
  {
    ...section,
    feature: "secondFactor",
    routes: { secondFactor: { enroll, ping } },
  } satisfies FeatureRoutes<CorePermission, WithFactor>,
  { ...section, routes: { plain: { ping } } } satisfies FeatureRoutes,
  // @ts-expect-error -- nothing says that `auth` has the feature
  { ...section, routes: { secondFactor: { enroll } } } satisfies FeatureRoutes,
  // @ts-expect-error -- it has another
  { ...section, routes: { secondFactor: { enroll } } } satisfies FeatureRoutes<
    CorePermission,
    WithKeys
  >,
  {
    ...section,
    // @ts-expect-error -- no key of what is added
    feature: "apiKeys",
    routes: {},
  } satisfies FeatureRoutes<CorePermission, WithFactor>,
  // @ts-expect-error -- it asks for a permission that is not named
  { ...section, routes: { secondFactor: { reset } } } satisfies FeatureRoutes<
    CorePermission,
    WithFactor
  >,
];

declare const factorRoutes: FeatureRoutes<CorePermission, WithFactor>;
declare const resetRoutes: FeatureRoutes<CorePermission | "factor:reset", WithFactor>;
declare const site: SurfaceOptions["site"];

/** A surface takes the routes of the features that its `auth` has. */
export function surfaces(
  auth: Auth,
  whole: Auth<CorePermission | "factor:reset"> & WithFactor & WithKeys,
): void {
  createHttpSurface({ auth: whole, site, features: [factorRoutes, resetRoutes, sections[1]!] });
  // @ts-expect-error -- this auth was made without the feature
  createHttpSurface({ auth, site, features: [factorRoutes] });
  const without: Auth & WithFactor = { ...auth, secondFactor: whole.secondFactor };
  createHttpSurface({ auth: without, site, features: [factorRoutes] });
  // @ts-expect-error -- this auth does not know the permission
  createHttpSurface({ auth: without, site, features: [resetRoutes] });
}

/** Fields that a feature adds: the view decides what they are made from, the schema what they are. */
const fields = fieldsOf<WithFactor>();
export const shown = [
  {
    user: fields({ twoFactor: () => z.boolean() }).from({
      show: ({ emailVerified }) => ({ twoFactor: emailVerified }),
    }),
    methods: fields({
      secondFactor: () => z.array(z.enum(["totp", "passkey"])),
      trusted: () => z.literal(false),
    }).from({ show: () => ({ secondFactor: ["totp"], trusted: false }) }),
    session: fields({ code: () => z.string() }).from({
      load: async (sessions, auth) =>
        new Map([[sessions[0]?.id, await auth.secondFactor.enroll("1")]]),
      show: ({ id }, codes) => ({ code: codes.get(id) ?? "" }),
    }),
  } satisfies ShownFields<WithFactor>,
  // @ts-expect-error -- not what the schema says
  { user: fields({ twoFactor: () => z.boolean() }).from({ show: () => ({ twoFactor: "yes" }) }) },
  // @ts-expect-error -- a field is missing
  { user: fields({ twoFactor: () => z.boolean() }).from({ show: () => ({}) }) },
  {
    user: fields({ twoFactor: () => z.boolean() }).from(
      // @ts-expect-error -- a user has no role
      { show: ({ role }) => (role satisfies unknown, { twoFactor: true }) },
    ),
  } satisfies ShownFields<WithFactor>,
  {
    policy: fields({ keys: () => z.string() }).from(
      // @ts-expect-error -- of another feature
      { load: async (_, auth) => (auth.apiKeys satisfies unknown, 1), show: () => ({ keys: "" }) },
    ),
  } satisfies ShownFields<WithFactor>,
  // @ts-expect-error -- no view
  { member: fields({}).from({ show: () => ({}) }) } satisfies ShownFields<WithFactor>,
  // @ts-expect-error -- made from a user, and not from a session
  { session: userFields } satisfies ShownFields,
];
declare const userFields: AddedFields<User>;
declare const factorFields: ShownFields<WithFactor>;

/** They go where `auth` has their feature. */
export const withShown = [
  { ...section, shown: factorFields, routes: {} } satisfies FeatureRoutes<
    CorePermission,
    WithFactor
  >,
  // @ts-expect-error -- nothing says that `auth` has the feature
  { ...section, shown: factorFields, routes: {} } satisfies FeatureRoutes,
];

/** A view is told about the call, so that no added field is forgotten. */
export const views = (user: User): unknown => [
  viewUser(user, null),
  // @ts-expect-error -- without the additions of the call
  viewUser(user),
];

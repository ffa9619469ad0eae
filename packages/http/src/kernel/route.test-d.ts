import type {
  Caller,
  Fresh,
  FreshCaller,
  GrantCaller,
  Granted,
  Permitted,
  SteppedUp,
  UserGrantCaller,
} from "@acme/auth-core";
import * as z from "zod";
import type { FeatureRoutes } from "../feature-routes.js";
import { html } from "../pages/html.js";
import { showPage } from "../pages/pages.js";
import { emailField } from "../schemas/fields.js";
import { route } from "./route.js";
import { createRouting } from "./routing.js";
import type { NamedSite } from "./site.js";

const common = {
  method: "POST",
  path: "/x",
  summary: "Do something",
  description: "Do something.",
  returns: "x",
  limit: "auth-ip",
  status: 200,
  reply: () => z.strictObject({ ok: z.literal(true) }),
  refuses: [],
} as const;
const OK = { body: { ok: true } } as const;

/** A handler is called with what its access has proven. */
export const access = [
  route({ ...common, access: "anyone", handle: async ({ caller }) => (caller satisfies null, OK) }),
  route({
    ...common,
    access: "session",
    handle: async ({ caller }) => (caller satisfies Caller, OK),
  }),
  route({
    ...common,
    access: "fresh",
    handle: async ({ caller }) => (caller satisfies FreshCaller, OK),
  }),
  route({
    ...common,
    access: { permission: "org:delete" },
    handle: async ({ granted }) => (granted satisfies Granted<"org:delete">, OK),
  }),
  route({
    ...common,
    access: { permission: "org:delete", fresh: true, factors: 2, within: "10m" },
    handle: async ({ caller, granted }) => (
      granted satisfies Granted<"org:delete"> & Fresh & SteppedUp,
      caller satisfies FreshCaller & SteppedUp,
      OK
    ),
  }),
  route({
    ...common,
    access: { session: true, within: "1h" },
    handle: async ({ caller }) => (caller satisfies Caller & SteppedUp, OK),
  }),
  route({
    ...common,
    access: { session: true, fresh: true, proved: true },
    handle: async ({ caller }) => (caller satisfies FreshCaller, OK),
  }),
  route({
    ...common,
    access: { session: true, proved: true },
    // @ts-expect-error -- of those who have not enrolled nothing is asked
    handle: async ({ caller }) => (caller satisfies SteppedUp, OK),
  }),
  // @ts-expect-error -- there is no third factor
  route({ ...common, access: { session: true, factors: 3 }, handle: async () => OK }),
  // @ts-expect-error -- a time has a unit
  route({ ...common, access: { session: true, within: "600" }, handle: async () => OK }),
  route({
    ...common,
    access: { permission: "org:read", factors: 2 },
    // @ts-expect-error -- no grant is stepped up
    grants: "any",
    handle: async () => OK,
  }),
  // @ts-expect-error -- the access of the route proves no caller
  route({ ...common, access: "anyone", handle: async ({ caller }) => (caller.user, OK) }),
  route({
    ...common,
    access: "session",
    // @ts-expect-error -- a session is not a fresh one
    handle: async ({ caller }) => (caller satisfies FreshCaller, OK),
  }),
  // @ts-expect-error -- a session grants nothing
  route({ ...common, access: "session", handle: async ({ granted }) => (granted, OK) }),
  route({
    ...common,
    access: { permission: "org:read" },
    // @ts-expect-error -- the proof is of another permission
    handle: async ({ granted }) => (granted satisfies Granted<"org:delete">, OK),
  }),
  // @ts-expect-error -- a misspelt permission
  route({ ...common, access: { permission: "org:reed" }, handle: async () => OK }),
  // @ts-expect-error -- no such access
  route({ ...common, access: "admin", handle: async () => OK }),
];

/** Only the handler of a route that says so meets a grant. */
export const grants = [
  route({
    ...common,
    access: "session",
    grants: "user",
    handle: async ({ caller }) => (caller satisfies Caller | UserGrantCaller, OK),
  }),
  route({
    ...common,
    access: { permission: "org:read" },
    grants: "any",
    handle: async ({ caller, granted }) => (
      caller satisfies Caller | GrantCaller,
      granted satisfies Granted<"org:read"> | Permitted<"org:read">,
      OK
    ),
  }),
  route({
    ...common,
    access: "session",
    grants: "any",
    // @ts-expect-error -- a service account has no user
    handle: async ({ caller }) => (caller.user.id, OK),
  }),
  route({
    ...common,
    access: { permission: "org:read" },
    grants: "app",
    // @ts-expect-error -- a grant is no session
    handle: async ({ caller }) => (caller satisfies Caller, OK),
  }),
  route({
    ...common,
    access: { permission: "org:read" },
    grants: "app",
    // @ts-expect-error -- the use cases take the proof of a session
    handle: async ({ auth, granted }) => (await auth.organizations.find(granted), OK),
  }),
  // @ts-expect-error -- no grant is fresh
  route({ ...common, access: "fresh", grants: "user", handle: async () => OK }),
  route({
    ...common,
    access: { permission: "org:read", fresh: true },
    // @ts-expect-error -- no grant is fresh
    grants: "user",
    handle: async () => OK,
  }),
  // @ts-expect-error -- it asks for none
  route({ ...common, access: "anyone", grants: "user", handle: async () => OK }),
  // @ts-expect-error -- no such class
  route({ ...common, access: "session", grants: "all", handle: async () => OK }),
];

/** So it is in the list of a feature's routes. */
export const listed: FeatureRoutes = {
  title: "x",
  description: "x",
  routes: {
    xs: {
      one: route({
        ...common,
        access: "session",
        handle: async ({ caller }) => (caller satisfies Caller, OK),
      }),
    },
  },
};

/** A route refuses with codes of the table, whichever way it says so. */
export const refusals = [
  route({ ...common, access: "anyone", refuses: ["INVALID_OTP"], handle: async () => OK }),
  route({ ...common, access: "anyone", refuses: { INVALID_OTP: 422 }, handle: async () => OK }),
  // @ts-expect-error -- no such code
  route({ ...common, access: "anyone", refuses: ["INVALID_OPT"], handle: async () => OK }),
  // @ts-expect-error -- no such code
  route({ ...common, access: "anyone", refuses: { INVALID_OPT: 422 }, handle: async () => OK }),
];

/** A handler answers what the schema of its reply says. */
export const replies = [
  // @ts-expect-error -- the wrong value
  route({ ...common, access: "anyone", handle: async () => ({ body: { ok: false } }) }),
  // @ts-expect-error -- a field too few
  route({ ...common, access: "anyone", handle: async () => ({ body: {} }) }),
  // @ts-expect-error -- no body
  route({ ...common, access: "anyone", handle: async () => ({}) }),
  route({
    ...common,
    access: "anyone",
    reply: () => z.strictObject({ at: z.iso.datetime() }),
    // @ts-expect-error -- a date is text on the wire
    handle: async () => ({ body: { at: new Date(0) } }),
  }),
  // @ts-expect-error -- the status is the route's, not the handler's
  route({ ...common, access: "anyone", status: 418, handle: async () => OK }),
];

declare const site: NamedSite;
const page = showPage({ title: "Hi", content: html`<p>there</p>` }, site);
const shown = { ...common, access: "anyone", page: "always", reply: () => z.never() } as const;

/** A handler may show a page or send the browser on, with the few statuses these have. */
export const answers = [
  route({ ...shown, handle: async () => ({ page }) }),
  route({ ...shown, handle: async () => ({ page, status: 400 }) }),
  route({
    ...shown,
    forms: "only",
    body: () => z.object({ token: z.string() }),
    handle: async () => ({ redirect: "https://a", status: 303 }),
  }),
  route({
    ...common,
    access: "anyone",
    page: "to people",
    forms: "too",
    handle: async ({ isForm }) => (isForm ? { page } : OK),
  }),
  // @ts-expect-error -- a page has no JSON
  route({ ...shown, handle: async () => OK }),
  route({
    ...shown,
    // @ts-expect-error -- text is no HTML
    handle: async () => ({ page: showPage({ title: "Hi", content: "<p>there</p>" }, site) }),
  }),
  // @ts-expect-error -- pages say that it worked, or that it did not
  route({ ...shown, handle: async () => ({ page, status: 302 }) }),
  // @ts-expect-error -- a redirect says which kind it is
  route({ ...shown, handle: async () => ({ redirect: "https://a" }) }),
  // @ts-expect-error -- a permanent one would be remembered
  route({ ...shown, handle: async () => ({ redirect: "https://a", status: 301 }) }),
  // @ts-expect-error -- forms are taken too, or nothing else
  route({ ...shown, forms: true, handle: async () => ({ page }) }),
  // @ts-expect-error -- no such page
  route({ ...shown, page: "sometimes", handle: async () => ({ page }) }),
];

/** Body, query and params are what their schemas make of them, and absent where there is none. */
export const inputs = [
  route({
    ...common,
    access: "anyone",
    body: () => z.object({ email: emailField() }),
    handle: async ({ body, auth, client }) => (
      await auth.emailOtp.send(body.email, "sign-in", client),
      OK
    ),
  }),
  route({
    ...common,
    access: "anyone",
    params: () => z.object({ id: z.coerce.number() }),
    handle: async ({ params }) => (params.id satisfies number, OK),
  }),
  route({
    ...common,
    access: "anyone",
    body: () => z.object({ email: z.string() }),
    handle: async ({ body, auth, client }) =>
      // @ts-expect-error -- text is no email address
      (await auth.emailOtp.send(body.email, "sign-in", client), OK),
  }),
  // @ts-expect-error -- there is no body
  route({ ...common, access: "anyone", handle: async ({ body }) => (body.email, OK) }),
  // @ts-expect-error -- there is no query
  route({ ...common, access: "anyone", handle: async ({ query }) => (query.page, OK) }),
];

/** Whatever its types, a route fits the table. */
export const routing = createRouting([
  route({
    ...common,
    access: "fresh",
    body: () => z.object({ a: z.string() }),
    handle: async () => OK,
  }),
  access[0]!,
]);

import { isGrantCaller } from "@acme/auth-core";
import type { FeatureRoutes } from "@acme/auth-http";
import { routeOf, z } from "@acme/auth-http/routes";

const described = { method: "GET", limit: "none", status: 200, returns: "Who calls." } as const;
const reply = () =>
  z.strictObject({
    by: z.string(),
    user: z.string().nullable(),
    account: z.string().nullable(),
    organization: z.string().nullable(),
  });
const route = routeOf<unknown>();

/** Routes that take passes, one of each class, and one that takes none. */
export const passRoutes: FeatureRoutes = {
  title: "Passes",
  description: "Routes that take tokens.",
  routes: {
    passes: {
      any: route({
        ...described,
        path: "/api/v1/passes/any",
        summary: "Read with grant",
        description: "Read with any token.",
        access: { permission: "billing:write" },
        grants: "any",
        refuses: [],
        reply,
        handle: async ({ caller, granted }) => ({
          body: {
            by: caller.by.kind,
            user: caller.user?.email ?? null,
            account: caller.user === null ? caller.serviceAccount.name : null,
            organization: granted.organizationId,
          },
        }),
      }),
      there: route({
        ...described,
        path: "/api/v1/passes/:id/there",
        summary: "Read organization with grant",
        description: "Read in an organization with any token.",
        access: { permission: "org:read", of: "path" },
        params: () => z.object({ id: z.string() }),
        grants: "any",
        refuses: [],
        reply,
        handle: async ({ caller, granted }) => ({
          body: {
            by: caller.by.kind,
            user: null,
            account: null,
            organization: granted.organizationId,
          },
        }),
      }),
      user: route({
        ...described,
        method: "POST",
        path: "/api/v1/passes/user",
        summary: "Write with user grant",
        description: "Write as a grant of a user.",
        access: "session",
        grants: "user",
        refuses: [],
        reply,
        // It would set a cookie: who calls by a token gets none.
        handle: async ({ caller }) => ({
          ...(isGrantCaller(caller) && { activeOrganization: null }),
          body: { by: caller.by.kind, user: caller.user.email, account: null, organization: null },
        }),
      }),
      app: route({
        ...described,
        path: "/api/v1/passes/app",
        summary: "Read with application grant",
        description: "Read as an application's grant.",
        access: "session",
        grants: "app",
        refuses: [],
        reply,
        handle: async ({ caller, client }) => ({
          body: {
            by: caller.by.kind,
            user: caller.user.email,
            account: null,
            organization: client.organization,
          },
        }),
      }),
      closed: route({
        ...described,
        path: "/api/v1/passes/closed",
        summary: "Read in session",
        description: "Read in a session.",
        access: "session",
        refuses: [],
        reply,
        handle: async ({ caller }) => ({
          body: { by: caller.by.kind, user: caller.user.email, account: null, organization: null },
        }),
      }),
    },
  },
};

/** Where the routes are. */
export const PASSES = "/api/v1/passes";

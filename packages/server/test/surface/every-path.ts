import type { ErrorCode, IdentityProvider } from "@acme/auth-core";
import type { AnyRoute, DocumentedRoute } from "@acme/auth-http";
import { stringMatching } from "@acme/auth-testing/matchers";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { expect } from "vitest";
import type { Reply } from "../agent.js";
import { surface } from "../reference-surface.js";

/** An id that names nothing. */
export const NOTHING = "0000000000000000";

/** A provider of that id, so that the route for the forms of providers is there. */
export const POSTING_FORMS: IdentityProvider = {
  id: NOTHING,
  name: "Forms",
  formPost: { readName: () => null },
  authorizationUrl: ({ state }) =>
    Promise.resolve({ ok: true, value: `https://forms.test/?state=${state.reveal()}` }),
  identify: () => Promise.resolve({ ok: false, reason: "invalid_code", detail: "none" }),
};

/** One of the paths of a route, parameters filled with an id that names nothing. */
export interface Door {
  readonly route: AnyRoute;
  readonly path: string;
}

/** Every path of every route. */
export const paths: readonly Door[] = surface.flatMap((route) =>
  [route.path, ...(route.aliases ?? [])].map((path) => ({
    route,
    path: path.replaceAll(/:\w+/g, NOTHING),
  })),
);

/** Asks the same of each door, and names those at which it does not hold. */
export const atEach = <
  const D extends { readonly route: Pick<DocumentedRoute, "method">; readonly path: string },
>(
  doors: readonly D[],
  check: (door: D) => Promise<void>,
) => expectOfEach(doors, ({ route, path }) => `${route.method} ${path}`, check);

export function expectRefusal(reply: Reply, status: number, code: ErrorCode): void {
  expect(reply.body).toMatchObject({ code, message: stringMatching(/\.$/) });
  expect(reply.status).toBe(status);
}

import type { ErrorCode } from "@acme/auth-core";
import { surface } from "@acme/auth-http";
import { expect } from "vitest";
import type { Reply } from "../agent.js";
import { stringMatching } from "@acme/auth-testing/matchers";

/** An id that names nothing. */
export const NOTHING = "0000000000000000";

/** Every path of every route, parameters filled with an id that names nothing. */
export const paths = surface.flatMap((route) =>
  [route.path, ...(route.aliases ?? [])].map((path) => ({
    route,
    path: path.replaceAll(/:\w+/g, NOTHING),
  })),
);

export function expectRefusal(reply: Reply, status: number, code: ErrorCode): void {
  expect(reply.body).toMatchObject({ code, message: stringMatching(/\.$/) });
  expect(reply.status).toBe(status);
}

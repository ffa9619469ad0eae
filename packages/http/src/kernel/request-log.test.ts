import type { Auth, LogFields } from "@acme/auth-core";
import { createFixedClock } from "@acme/auth-testing";
import { standIn } from "@acme/auth-testing/stand-in";
import { expect, it } from "vitest";
import type { Exchange } from "./http-message.js";
import { createRequestLog } from "./request-log.js";
import type { AnyRoute } from "./route.js";

it("each reply is logged with its route, its status and how long it took, and never with the path that was asked for", () => {
  const clock = createFixedClock();
  const lines: unknown[] = [];
  const debug = (event: string, fields?: LogFields) => void lines.push([event, fields]);
  const log = createRequestLog({
    clock,
    logger: standIn<Auth["logger"]>({ debug }),
  });
  const exchange = standIn<Exchange>({
    request: { method: "GET", path: "/secret" },
    requestId: "r1",
  });
  const reply = { status: 204, headers: [], cookies: [], body: null };
  const since = clock.now();
  clock.advance(250);
  const route = standIn<AnyRoute>({ path: "/api/auth/open" });
  expect(log(exchange, reply, { route, since })).toBe(reply);
  expect(log(exchange, reply)).toBe(reply);
  const line = { requestId: "r1", method: "GET", status: 204 };
  expect(lines).toEqual([
    ["request_answered", { ...line, route: "/api/auth/open", milliseconds: 250 }],
    ["request_answered", { ...line, route: "unknown", milliseconds: null }],
  ]);
});

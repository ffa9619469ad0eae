import type { Metrics } from "@acme/auth-core";
import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { createMeter, createOwnMeter, PREFLIGHT, UNKNOWN } from "./metering.js";
import type { DocumentedRoute } from "./route.js";

function openWorld() {
  const counted: unknown[] = [];
  let begun = 0;
  const metrics = standIn<Metrics>({
    requestStarted: () => (begun++, (answer: unknown) => void counted.push(answer)),
  });
  return { metrics, counted, begun: () => begun };
}
const routes = [
  standIn<DocumentedRoute>({ method: "GET", path: "/notes/:id", aliases: undefined }),
  standIn<DocumentedRoute>({ method: "POST", path: "/notes", aliases: undefined }),
];

describe("a request to an application's own route", () => {
  it.each([
    ["GET", "/notes/7", { method: "GET", route: "/notes/:id" }],
    ["HEAD", "/notes/7", { method: "GET", route: "/notes/:id" }],
    ["POST", "/notes", { method: "POST", route: "/notes" }],
    ["OPTIONS", "/notes", { method: "OPTIONS", route: "preflight" }],
    ["DELETE", "/notes", { method: "unknown", route: "unknown" }],
  ])("%s %s is counted by its pattern", (method, path, named) => {
    const { metrics, counted } = openWorld();
    createOwnMeter(metrics, routes)({ method, path })?.(200);
    expect(counted).toEqual([{ ...named, status: 200 }]);
  });

  it("that nothing describes is not counted", () => {
    const { metrics, begun } = openWorld();
    expect(createOwnMeter(metrics, routes)({ method: "GET", path: "/other" })).toBeNull();
    expect(begun()).toBe(0);
  });
});

it("a request to the surface is counted when it is answered, with the status of its reply", async () => {
  const { metrics, counted, begun } = openWorld();
  const reply = { status: 204, headers: [], cookies: [], body: null };
  for (const measured of [UNKNOWN, PREFLIGHT])
    expect(
      await createMeter(metrics)(measured, async () => {
        expect(begun()).toBe(counted.length + 1);
        return reply;
      }),
    ).toBe(reply);
  expect(counted).toEqual([
    { method: "unknown", route: "unknown", status: 204 },
    { method: "OPTIONS", route: "preflight", status: 204 },
  ]);
});

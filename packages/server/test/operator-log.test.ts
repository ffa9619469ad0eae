import type { Auth, LogFields, Logger } from "@acme/auth-core";
import { createFixedClock } from "@acme/auth-testing";
import { anyNumber, stringContaining } from "@acme/auth-testing/matchers";
import { standIn } from "@acme/auth-testing/stand-in";
import { afterEach, describe, expect, it, vi } from "vitest";
import { watchBacklog } from "../src/serving/watch-backlog.js";
import { type ComposedServer, startComposed } from "./composed-server.js";
import { SEND_CODE } from "./service.js";

const FOREIGN = "http://localhost:5173";
const PREFLIGHT = { method: "OPTIONS" };

interface Line extends LogFields {
  readonly level: string;
  readonly event: string;
}

function recordingLogger() {
  const lines: Line[] = [];
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push({ level, event, ...fields });
  const logger: Logger = {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
  return { logger, of: (event: string) => lines.filter((line) => line.event === event) };
}

let server: ComposedServer;
afterEach(() => server.close());

const post = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  server.send(
    path,
    { "content-type": "application/json", ...headers },
    { method: "POST", body: JSON.stringify({ email: "ada@example.com", type: "sign-in" }) },
  );

describe("the operator is told of an origin that was refused", () => {
  it.each([
    ["a request", () => post(SEND_CODE, { origin: FOREIGN })],
    [
      "a request to a guarded route",
      () => post("/api/v1/billing/subscription", { origin: FOREIGN }),
    ],
    [
      "a preflight",
      () =>
        server.send(
          SEND_CODE,
          { origin: FOREIGN, "access-control-request-method": "POST" },
          PREFLIGHT,
        ),
    ],
    [
      "a preflight of a guarded route",
      () =>
        server.send(
          "/api/v1/billing/subscription",
          { origin: FOREIGN, "access-control-request-method": "POST" },
          PREFLIGHT,
        ),
    ],
  ])("by %s", async (_, send) => {
    const { logger, of } = recordingLogger();
    server = await startComposed({}, { logger });
    await send();
    expect(of("origin_refused")).toEqual([
      {
        level: "warn",
        event: "origin_refused",
        origin: FOREIGN,
        allowed: "http://localhost:3000 http://localhost:3004",
        setting: stringContaining("TRUSTED_ORIGINS"),
      },
    ]);
  });

  it("and not of one that is allowed", async () => {
    const { logger, of } = recordingLogger();
    server = await startComposed({}, { logger });
    const origin = "http://localhost:3004";
    expect((await post(SEND_CODE, { origin })).status).toBe(200);
    await server.send(SEND_CODE, { origin, "access-control-request-method": "POST" }, PREFLIGHT);
    expect(of("origin_refused")).toEqual([]);
  });
});

describe("the log of requests", () => {
  it("has each with its route, status and time, at the level debug", async () => {
    const { logger, of } = recordingLogger();
    server = await startComposed({}, { logger });
    const reply = await server.send("/api/auth/reset-password/secret-token?callbackURL=/x");
    const [line] = of("request_answered");
    expect(line).toEqual({
      level: "debug",
      event: "request_answered",
      requestId: reply.headers["x-request-id"],
      method: "GET",
      route: "/api/auth/reset-password/:token",
      status: 302,
      milliseconds: anyNumber(),
    });
    await server.send("/api/auth/reset-pasword/secret-token");
    expect(of("request_answered")[1]).toMatchObject({ route: "unknown", status: 404 });
  });
});

const WAITS = { timeout: 20_000, interval: 5 };
const NONE = { queued: 0, dead: 0, oldestDueAt: null };
const LATE = { queued: 1, dead: 0, oldestDueAt: new Date(0) };

describe("work that no worker takes", () => {
  it("is told when it is half a minute late, and again after ten minutes", async () => {
    const { logger, of } = recordingLogger();
    const clock = createFixedClock();
    server = await startComposed(
      { WORKER: "off" },
      { logger, backlogCheckMs: 5, ports: { clock } },
    );
    await post(SEND_CODE);
    clock.advance(30_000);
    await post(SEND_CODE);
    expect(of("outbox_lagging")).toEqual([]);
    clock.advance(1_000);
    const first = { level: "warn", event: "outbox_lagging", queue: "mail", lateSeconds: 31 };
    await vi.waitFor(() => expect(of("outbox_lagging")).toEqual([{ ...first, queued: 2 }]), WAITS);
    clock.advance(599_999);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(of("outbox_lagging")).toHaveLength(1);
    clock.advance(1);
    await vi.waitFor(() => expect(of("outbox_lagging")).toHaveLength(2), WAITS);
  });

  it("is told by one of several processes", async () => {
    const told: string[] = [];
    for (const speaks of [false, true]) {
      const { logger, of } = recordingLogger();
      let looked = 0;
      const worker = {
        backlog: () => (looked++, Promise.resolve({ mail: LATE, jobs: NONE, webhooks: NONE })),
      };
      const auth = standIn<Auth>({ worker, clock: createFixedClock() });
      const end = watchBacklog({ auth, speaks: () => speaks }, logger, 5);
      await new Promise((resolve) => setTimeout(resolve, 50));
      end();
      told.push(`${speaks}: ${of("outbox_lagging").length}, looked: ${looked > 0}`);
    }
    expect(told).toEqual(["false: 0, looked: false", "true: 1, looked: true"]);
  });
});

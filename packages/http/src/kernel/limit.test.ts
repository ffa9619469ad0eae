import { AuthError, type Caller, createAuth, type Policy } from "@acme/auth-core";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { errorWith } from "@acme/auth-testing/matchers";
import { refusalOf } from "@acme/auth-testing/refusal-of";
import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { isUserWrite } from "../site/families.js";
import { createSite } from "../site/site.js";
import { surface as routes } from "../surface.js";
import type { HttpRequest } from "./http-message.js";
import { createLimits as createLimitsFor, limitHeaders, retryHeaders } from "./limit.js";
import { createRefusalLog } from "./refusal-log.js";
import type { AnyRoute } from "./route.js";

const createLimits = (auth: Parameters<typeof createLimitsFor>[0]) =>
  createLimitsFor(auth, isUserWrite);

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const now = new Date("2026-03-01T12:00:00.000Z");
const inMs = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const retry = (seconds: string): readonly string[] => [
  "Retry-After",
  seconds,
  "X-Retry-After",
  seconds,
];

describe("when to ask again", () => {
  it.each([
    [0, "1"],
    [-5_000, "1"],
    [1, "1"],
    [1_000, "1"],
    [1_001, "2"],
    [59_999, "60"],
    [3_600_000, "3600"],
  ])("is said in whole seconds, rounded up, at least one: %i ms is %s", (milliseconds, seconds) => {
    expect(
      retryHeaders(new AuthError("TOO_MANY_REQUESTS", { retryAt: inMs(milliseconds) }), now),
    ).toEqual(retry(seconds));
  });

  it.each(["BUSY", "UNAVAILABLE"] as const)("is a second from now for %s", (code) => {
    expect(retryHeaders(new AuthError(code), now)).toEqual(retry("1"));
  });

  it.each(["TOO_MANY_REQUESTS", "INVALID_OTP", "INTERNAL_ERROR", "UNAUTHORIZED"] as const)(
    "is not said for %s that does not know",
    (code) => {
      expect(retryHeaders(new AuthError(code), now)).toEqual([]);
    },
  );
});

async function openWorld(policy: Partial<Policy>) {
  const store = await openMemoryStore();
  const clock = createFixedClock(now);
  const warnings: unknown[] = [];
  const auth = createAuth({
    store,
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    policy,
    logger: {
      debug() {},
      info() {},
      error() {},
      warn: (event, fields) => void warnings.push([event, fields]),
    },
    ports: { clock },
  });
  return { auth, store, clock, warnings };
}

const from = (network: string): HttpRequest => ({
  method: "GET",
  path: "/",
  query: "",
  peer: { ipAddress: network, network },
  header: () => undefined,
  readBody: () => Promise.resolve(null),
});

/** What counting was refused with, at once or after waiting. */
async function refusalIn(count: () => unknown): Promise<AuthError> {
  try {
    await count();
  } catch (thrown) {
    return refusalOf(thrown);
  }
  return expect.fail("nothing was refused");
}

describe("a client over its limit", () => {
  it.each([
    ["auth-ip", { requestsPerClient: 2, requestsWindow: 20_000 }],
    ["read", { readRequestsPerClient: 2, readRequestsWindow: 20_000 }],
  ] as const)(
    "is refused on routes of %s, told how much and when, and logged",
    async (limit, policy) => {
      const { auth, clock, warnings } = await openWorld(policy);
      const { countRequest } = createLimits(auth);
      await countRequest(limit, from("192.0.2.1"));
      clock.advance(4_500);
      await countRequest(limit, from("192.0.2.1"));
      const refused = await refusalIn(() => countRequest(limit, from("192.0.2.1")));
      expect(refused).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAt: inMs(20_000) });
      expect(retryHeaders(refused, clock.now())).toEqual(retry("16"));
      expect(limitHeaders(refused, clock.now())).toEqual([
        "RateLimit-Policy",
        '"authIpLimiter";q=2;w=20',
        "RateLimit",
        '"authIpLimiter";r=0;t=16',
      ]);
      expect(warnings).toEqual([
        ["excess_rate_limit_exceeded", { tier: limit, client: "192.0.2.1" }],
      ]);
      await countRequest(limit, from("198.51.100.1"));
    },
  );

  it("is not counted on routes without a limit", async () => {
    const { auth } = await openWorld({ requestsPerClient: 1, readRequestsPerClient: 1 });
    const { countRequest } = createLimits(auth);
    for (let request = 0; request < 5; request++)
      expect(countRequest("none", from("192.0.2.1"))).toBeUndefined();
  });

  it("is refused without waiting once it is known to be over", async () => {
    const { auth } = await openWorld({ requestsPerClient: 1 });
    const { countRequest } = createLimits(auth);
    await countRequest("auth-ip", from("192.0.2.1"));
    expect(() => countRequest("auth-ip", from("192.0.2.1"))).toThrow(
      errorWith({ code: "TOO_MANY_REQUESTS" }),
    );
  });

  it("is refused everywhere when the counter is unavailable", async () => {
    const { auth, store } = await openWorld({});
    await store.close();
    expect(
      await refusalIn(() => createLimits(auth).countRequest("auth-ip", from("192.0.2.1"))),
    ).toMatchObject({ code: "UNAVAILABLE" });
    const broken = {
      ...auth,
      rateLimiter: {
        take(): never {
          throw new Error("out of reach");
        },
      },
    };
    expect(
      await refusalIn(() => createLimits(broken).countRequest("read", from("192.0.2.1"))),
    ).toMatchObject({ code: "UNAVAILABLE" });
  });

  it("is logged once a window, and its refusals are counted when another window begins", async () => {
    const { auth, clock, warnings } = await openWorld({
      requestsPerClient: 1,
      requestsWindow: 10_000,
    });
    const { countRequest } = createLimits(auth);
    const ask = (network: string) => refusalIn(() => countRequest("auth-ip", from(network)));
    const line = (client: string, refused?: number) => [
      "excess_rate_limit_exceeded",
      { tier: "auth-ip", client, ...(refused && { refused }) },
    ];
    for (const network of ["192.0.2.1", "192.0.2.2"]) await countRequest("auth-ip", from(network));
    for (let request = 0; request < 1_000; request++) await ask("192.0.2.1");
    await ask("192.0.2.2");
    expect(warnings).toEqual([line("192.0.2.1"), line("192.0.2.2")]);
    clock.advance(10_000);
    await countRequest("auth-ip", from("192.0.2.3"));
    await ask("192.0.2.3");
    expect(warnings.slice(2)).toEqual([line("192.0.2.1", 1_000), line("192.0.2.3")]);
    clock.advance(10_000);
    await countRequest("auth-ip", from("192.0.2.3"));
    await ask("192.0.2.3");
    expect(warnings.slice(4)).toEqual([line("192.0.2.3")]);
  });

  it("is forgotten, and its total logged, when very many other clients are over their limits", () => {
    const warnings: unknown[] = [];
    const note = createRefusalLog({
      debug() {},
      info() {},
      error() {},
      warn: (_event, fields) => void warnings.push(fields),
    });
    const refuse = (client: number) =>
      note(
        { key: `read/${client}`, fields: { client: String(client) }, resetsAt: inMs(10_000) },
        now,
      );
    refuse(0);
    for (let client = 0; client < 20_000; client++) refuse(client);
    expect(warnings).toHaveLength(20_001);
    expect(warnings).toContainEqual({ client: "0", refused: 2 });
  });
});

describe("a preflight", () => {
  it("counts like the request that it announces, and not where nothing is counted", async () => {
    const { auth } = await openWorld({ requestsPerClient: 2 });
    const { countPreflight, countRequest } = createLimits(auth);
    await countRequest("auth-ip", from("192.0.2.1"));
    countPreflight("none", from("192.0.2.1"));
    countPreflight("auth-ip", from("192.0.2.1"));
    await new Promise((resolve) => setImmediate(resolve));
    const refused = await refusalIn(() => countRequest("auth-ip", from("192.0.2.1")));
    expect(refused).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it("is counted once, under its tier and its client", async () => {
    const { auth } = await openWorld({});
    const taken: unknown[] = [];
    const rateLimiter: typeof auth.rateLimiter = {
      take: (tier, subject, at) => (
        taken.push([tier, subject]),
        { allowed: true, limit: 1, remaining: 0, windowMs: 1, resetsAt: at }
      ),
    };
    const { countPreflight } = createLimits({ ...auth, rateLimiter });
    for (const limit of ["read", "none", "auth-ip"] as const)
      countPreflight(limit, from("192.0.2.1"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toEqual([
      ["read", "192.0.2.1"],
      ["auth", "192.0.2.1"],
    ]);
  });
});

it("what kept the counter from counting is kept for the log, whether it waited or not", async () => {
  const { auth } = await openWorld({});
  const outage = new Error("out of reach");
  const takes: readonly (() => never | Promise<never>)[] = [
    () => Promise.reject(outage),
    () => {
      throw outage;
    },
  ];
  for (const take of takes) {
    const { countRequest } = createLimits({ ...auth, rateLimiter: { take } });
    expect(await refusalIn(() => countRequest("read", from("192.0.2.1")))).toMatchObject({
      code: "UNAVAILABLE",
      cause: outage,
    });
  }
});

describe("writes of a user", () => {
  const routeOf = (method: string, path: string): AnyRoute =>
    routes.find((route) => route.method === method && route.path === path)!;
  const writer = (id: string) => standIn<Caller>({ user: { id } });

  it("are every change to our own part of /api/v1 outside the authentication family, except for keeping an account after all", () => {
    const counted = new Set(routes.filter(isUserWrite));
    const own = routes.filter(
      ({ path, method }) =>
        method !== "GET" && path.startsWith("/api/v1/") && !path.startsWith("/api/v1/auth/"),
    );
    expect(
      own.filter((route) => !counted.has(route)).map(({ method, path }) => `${method} ${path}`),
    ).toEqual(["DELETE /api/v1/me/deletion"]);
    expect([...counted].filter((route) => !own.includes(route))).toEqual([]);
  });

  it("are refused beyond the limit of all these routes together, with the limit and its end in headers, and logged by user", async () => {
    const { auth, clock, warnings } = await openWorld({ writesPerUser: 2 });
    const { countWrite } = createLimits(auth);
    await countWrite(routeOf("POST", "/api/v1/organizations"), writer("ada"));
    await countWrite(routeOf("PATCH", "/api/v1/organizations/:id"), writer("ada"));
    const refused = await refusalIn(() =>
      countWrite(routeOf("POST", "/api/v1/me/export"), writer("ada")),
    );
    expect(refused).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAt: inMs(60_000) });
    expect(limitHeaders(refused, clock.now())).toEqual([
      "RateLimit-Policy",
      '"writesPerUser";q=2;w=60',
      "RateLimit",
      '"writesPerUser";r=0;t=60',
    ]);
    expect(warnings).toEqual([["excess_rate_limit_exceeded", { tier: "write", userId: "ada" }]]);
    for (const route of [
      routeOf("GET", "/api/v1/organizations"),
      routeOf("DELETE", "/api/v1/me/deletion"),
      routeOf("POST", "/api/auth/sign-out"),
    ])
      expect(countWrite(route, writer("ada"))).toBeUndefined();
    expect(countWrite(routeOf("POST", "/api/v1/me/export"), writer("grace"))).toBeUndefined();
  });
});

describe("the headers of the limiter", () => {
  it("are on its own refusals only, not on those of another budget", () => {
    expect(limitHeaders(new AuthError("TOO_MANY_REQUESTS", { retryAt: inMs(1_000) }), now)).toEqual(
      [],
    );
  });
});

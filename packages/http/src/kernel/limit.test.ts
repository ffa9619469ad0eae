import { AuthError, createAuth, type Policy } from "@acme/auth-core";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import type { HttpRequest } from "./http-message.js";
import { checkLimit, limitHeaders, retryHeaders } from "./limit.js";
import { createSite } from "./site.js";

const site = createSite({ serviceUrl: "https://api.example.com", appUrl: "https://app.example.com" });
const now = new Date("2026-03-01T12:00:00.000Z");
const inMs = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const retry = (seconds: string): readonly string[] => ["Retry-After", seconds, "X-Retry-After", seconds];

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
    expect(retryHeaders(new AuthError("TOO_MANY_REQUESTS", { retryAt: inMs(milliseconds) }), now)).toEqual(retry(seconds));
  });

  it.each(["BUSY", "UNAVAILABLE"] as const)("is a second from now for %s", (code) => {
    expect(retryHeaders(new AuthError(code), now)).toEqual(retry("1"));
  });

  it.each(["TOO_MANY_REQUESTS", "INVALID_OTP", "INTERNAL_ERROR", "UNAUTHORIZED"] as const)("is not said for %s that does not know", (code) => {
    expect(retryHeaders(new AuthError(code), now)).toEqual([]);
  });
});

async function openWorld(policy: Partial<Policy>) {
  const store = createSqliteStore(":memory:");
  await store.migrate();
  const clock = createFixedClock(now);
  const warnings: unknown[] = [];
  const auth = createAuth({
    store,
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    policy,
    logger: { debug() {}, info() {}, error() {}, warn: (event, fields) => void warnings.push([event, fields]) },
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

const refusalOf = (promise: Promise<unknown>): Promise<AuthError> =>
  promise.then(
    () => expect.fail("nothing was refused"),
    (thrown: unknown) => thrown as AuthError,
  );

describe("a client over its limit", () => {
  it.each([
    ["auth-ip", { requestsPerClient: 2, requestsWindow: 20_000 }],
    ["look", { looksPerClient: 2, looksWindow: 20_000 }],
  ] as const)("is refused on routes of %s, told how much and when, and logged", async (limit, policy) => {
    const { auth, clock, warnings } = await openWorld(policy);
    await checkLimit(auth, limit, from("192.0.2.1"));
    clock.advance(4_500);
    await checkLimit(auth, limit, from("192.0.2.1"));
    const refused = await refusalOf(checkLimit(auth, limit, from("192.0.2.1")));
    expect(refused).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAt: inMs(20_000) });
    expect(retryHeaders(refused, clock.now())).toEqual(retry("16"));
    expect(limitHeaders(refused, clock.now())).toEqual(["RateLimit-Policy", '"authIpLimiter";q=2;w=20', "RateLimit", '"authIpLimiter";r=0;t=16']);
    expect(warnings).toEqual([[expect.any(String), { tier: limit, client: "192.0.2.1" }]]);
    await checkLimit(auth, limit, from("198.51.100.1"));
  });

  it("is not counted on routes without a limit", async () => {
    const { auth } = await openWorld({ requestsPerClient: 1, looksPerClient: 1 });
    for (let request = 0; request < 5; request++) await checkLimit(auth, "none", from("192.0.2.1"));
  });

  it("gets through nowhere when nobody can count", async () => {
    const { auth, store } = await openWorld({});
    await store.close();
    expect(await refusalOf(checkLimit(auth, "auth-ip", from("192.0.2.1")))).toMatchObject({ code: "UNAVAILABLE" });
  });
});

describe("the headers of the limiter", () => {
  it("are on its own refusals only, not on those of another budget", () => {
    expect(limitHeaders(new AuthError("TOO_MANY_REQUESTS", { retryAt: inMs(1_000) }), now)).toEqual([]);
  });
});

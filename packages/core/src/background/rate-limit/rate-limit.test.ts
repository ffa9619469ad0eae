import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { after, MINUTE, SECOND } from "../../kernel/duration.js";
import { definePolicy, type Policy } from "../../kernel/policy.js";
import { createKeyRing } from "../../platform/key-ring.js";
import { createDigest } from "../../platform/node-digest.js";
import { createRateLimiter } from "./rate-limit.js";

const digest = createDigest(createKeyRing([Buffer.alloc(32, 7).toString("base64")]));

async function openWorld(overrides: Partial<Policy> = {}) {
  const statements: string[] = [];
  const store = await openMemoryStore({ verbose: (sql) => statements.push(sql) });
  statements.length = 0;
  const policy = definePolicy(overrides);
  /** A limiter of its own, as each server has one. */
  const limiter = () => createRateLimiter({ store, digest, policy });
  return { clock: createFixedClock(), store, statements, limiter };
}

const HUNDRED = Array.from({ length: 100 }, (_, index) => index);

describe("the limiter", () => {
  it("allows a hundred requests of a client in ten seconds, on all servers together", async () => {
    const { clock, limiter } = await openWorld();
    const servers = [limiter(), limiter()];
    const now = clock.now();
    const verdicts = await Promise.all(
      [...HUNDRED, ...HUNDRED].map(async (index) =>
        servers[index % 2]!.take("auth", "192.0.2.1", now),
      ),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(100);
    const refused = {
      allowed: false,
      limit: 100,
      remaining: 0,
      windowMs: 10 * SECOND,
      resetsAt: after(now, 10 * SECOND),
    };
    expect(verdicts.filter(({ allowed }) => !allowed)).toEqual(Array(100).fill(refused));
  });

  it.each([
    ["auth", 100, 10 * SECOND],
    ["read", 1_000, 10 * SECOND],
    ["write", 120, MINUTE],
  ] as const)(
    "counts down the requests of the tier %s, and begins anew at the end of the window",
    async (tier, limit, windowMs) => {
      const { clock, limiter } = await openWorld();
      const server = limiter();
      const start = clock.now();
      expect(await server.take(tier, "192.0.2.1", start)).toEqual({
        allowed: true,
        limit,
        remaining: limit - 1,
        windowMs,
        resetsAt: after(start, windowMs),
      });
      for (let request = 2; request <= limit; request++)
        expect((await server.take(tier, "192.0.2.1", start)).remaining).toBe(limit - request);
      const late = after(start, windowMs - 1);
      expect(await server.take(tier, "192.0.2.1", late)).toMatchObject({
        allowed: false,
        remaining: 0,
        resetsAt: after(start, windowMs),
      });
      expect((await server.take(tier, "198.51.100.1", late)).allowed).toBe(true);
      expect(await server.take(tier, "192.0.2.1", after(start, windowMs))).toMatchObject({
        allowed: true,
        remaining: limit - 1,
      });
    },
  );

  it("counts the tiers apart, and looks and writes without asking the database or waiting", async () => {
    const { clock, limiter, statements } = await openWorld({
      requestsPerClient: 1,
      readRequestsPerClient: 1,
      writesPerUser: 1,
    });
    const server = limiter();
    expect(server.take("read", "192.0.2.1", clock.now())).toMatchObject({ allowed: true });
    expect(server.take("write", "192.0.2.1", clock.now())).toMatchObject({ allowed: true });
    expect(statements).toEqual([]);
    expect((await server.take("auth", "192.0.2.1", clock.now())).allowed).toBe(true);
    expect(statements).toHaveLength(1);
    expect(server.take("read", "192.0.2.1", clock.now())).toMatchObject({ allowed: false });
    expect(server.take("write", "192.0.2.1", clock.now())).toMatchObject({ allowed: false });
  });

  it("refuses a client over its limit from memory until the window ends, on a server that did not count too", async () => {
    const { clock, limiter, statements } = await openWorld({ requestsPerClient: 2 });
    const [counting, other] = [limiter(), limiter()];
    const start = clock.now();
    const resetsAt = after(start, 10 * SECOND);
    const refused = { allowed: false, limit: 2, remaining: 0, windowMs: 10 * SECOND, resetsAt };
    for (let request = 0; request < 2; request++) await counting.take("auth", "192.0.2.1", start);
    expect(await other.take("auth", "192.0.2.1", start)).toEqual(refused);
    statements.length = 0;
    for (const server of [counting, other])
      for (const now of [start, after(resetsAt, -1)])
        expect(server.take("auth", "192.0.2.1", now)).toEqual(refused);
    expect(statements).toEqual([]);
    expect((await other.take("auth", "192.0.2.1", resetsAt)).allowed).toBe(true);
    expect((await counting.take("auth", "192.0.2.1", resetsAt)).allowed).toBe(true);
  });

  it("asks the database no more often than the limit, however many requests of a client come at once", async () => {
    const { clock, limiter, statements } = await openWorld();
    const server = limiter();
    const verdicts = await Promise.all(
      Array.from({ length: 1_000 }, async () => server.take("auth", "192.0.2.1", clock.now())),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(100);
    expect(statements).toHaveLength(100);
  });

  it("asks the database for one request of a client at a time, also when the next comes while another waits", async () => {
    const { clock, store } = await openWorld();
    const asked: (() => void)[] = [];
    const spend: typeof store.counters.spend = async (...given) => {
      await new Promise<void>((resolve) => asked.push(resolve));
      return store.counters.spend(...given);
    };
    const server = createRateLimiter({
      store: { ...store, counters: { ...store.counters, spend } },
      digest,
      policy: definePolicy(),
    });
    const take = async () => server.take("auth", "192.0.2.1", clock.now());
    const [first, second] = [take(), take()];
    asked.shift()?.();
    expect(await first).toMatchObject({ remaining: 99 });
    const third = take();
    expect(asked).toHaveLength(1);
    asked.shift()?.();
    expect(await second).toMatchObject({ remaining: 98 });
    asked.shift()?.();
    expect(await third).toMatchObject({ remaining: 97 });
  });

  it("lets requests of a client that wait share an outage, and counts again when it is over", async () => {
    const { clock, store } = await openWorld();
    let calls = 0;
    let isOut = true;
    const spend: typeof store.counters.spend = async (...given) => {
      calls++;
      if (isOut) throw new Error("out of reach");
      return store.counters.spend(...given);
    };
    const server = createRateLimiter({
      store: { ...store, counters: { ...store.counters, spend } },
      digest,
      policy: definePolicy(),
    });
    const takings = await Promise.allSettled(
      HUNDRED.map(async () => server.take("auth", "192.0.2.1", clock.now())),
    );
    expect(takings.map(({ status }) => status)).toEqual(Array(100).fill("rejected"));
    expect(calls).toBe(1);
    isOut = false;
    expect(await server.take("auth", "192.0.2.1", clock.now())).toMatchObject({
      allowed: true,
      remaining: 99,
    });
  });

  it("tells the database no IP address", async () => {
    const { clock, limiter, statements } = await openWorld();
    await limiter().take("auth", "2001:db8:1:2::/64", clock.now());
    expect(statements.join("\n")).toContain("requests/");
    expect(statements.join("\n")).not.toContain("2001:db8");
  });

  it.each(["auth", "read", "write"] as const)(
    "is off at a limit of 0 for the tier %s",
    async (tier) => {
      const { clock, limiter, statements } = await openWorld({
        requestsPerClient: 0,
        readRequestsPerClient: 0,
        writesPerUser: 0,
      });
      const server = limiter();
      for (let request = 0; request < 2_000; request++)
        expect((await server.take(tier, "192.0.2.1", clock.now())).allowed).toBe(true);
      expect(statements).toEqual([]);
    },
  );
});

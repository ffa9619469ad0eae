import { guardedStore } from "@acme/auth-kysely";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { after, SECOND } from "../kernel/duration.js";
import { definePolicy, type Policy } from "../kernel/policy.js";
import { createKeyRing } from "../platform/key-ring.js";
import { createDigest } from "../platform/node-digest.js";
import { createRateLimiter } from "./rate-limit.js";

const digest = createDigest(createKeyRing([Buffer.alloc(32, 7).toString("base64")]));

async function openWorld(overrides: Partial<Policy> = {}) {
  const statements: string[] = [];
  const store = guardedStore(createSqliteStore(":memory:", { verbose: (sql) => statements.push(sql) }));
  await store.migrate();
  statements.length = 0;
  const policy = definePolicy(overrides);
  /** A limiter of its own, as each server has one. */
  const limiter = () => createRateLimiter({ store, digest, policy });
  return { clock: createFixedClock(), statements, limiter };
}

const HUNDRED = Array.from({ length: 100 }, (_, index) => index);

describe("the limiter", () => {
  it("allows a hundred requests of a client in ten seconds, on all servers together", async () => {
    const { clock, limiter } = await openWorld();
    const servers = [limiter(), limiter()];
    const now = clock.now();
    const verdicts = await Promise.all([...HUNDRED, ...HUNDRED].map((index) => servers[index % 2]!.take("auth", "192.0.2.1", now)));
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(100);
    const refused = { allowed: false, limit: 100, remaining: 0, windowMs: 10 * SECOND, resetsAt: after(now, 10 * SECOND) };
    expect(verdicts.filter(({ allowed }) => !allowed)).toEqual(Array(100).fill(refused));
  });

  it.each([
    ["auth", 100],
    ["look", 1_000],
  ] as const)("counts down the requests of the tier %s, and begins anew at the end of the window", async (tier, limit) => {
    const { clock, limiter } = await openWorld();
    const server = limiter();
    const start = clock.now();
    expect(await server.take(tier, "192.0.2.1", start)).toEqual({
      allowed: true,
      limit,
      remaining: limit - 1,
      windowMs: 10 * SECOND,
      resetsAt: after(start, 10 * SECOND),
    });
    for (let request = 2; request <= limit; request++) expect((await server.take(tier, "192.0.2.1", start)).remaining).toBe(limit - request);
    const late = after(start, 10 * SECOND - 1);
    expect(await server.take(tier, "192.0.2.1", late)).toMatchObject({ allowed: false, remaining: 0, resetsAt: after(start, 10 * SECOND) });
    expect((await server.take(tier, "198.51.100.1", late)).allowed).toBe(true);
    expect(await server.take(tier, "192.0.2.1", after(start, 10 * SECOND))).toMatchObject({ allowed: true, remaining: limit - 1 });
  });

  it("counts the tiers apart, and looks without asking the database", async () => {
    const { clock, limiter, statements } = await openWorld({ requestsPerClient: 1, looksPerClient: 1 });
    const server = limiter();
    expect((await server.take("look", "192.0.2.1", clock.now())).allowed).toBe(true);
    expect(statements).toEqual([]);
    expect((await server.take("auth", "192.0.2.1", clock.now())).allowed).toBe(true);
    expect(statements).toHaveLength(1);
    expect((await server.take("look", "192.0.2.1", clock.now())).allowed).toBe(false);
  });

  it("tells the database no address", async () => {
    const { clock, limiter, statements } = await openWorld();
    await limiter().take("auth", "2001:db8:1:2::/64", clock.now());
    expect(statements.join("\n")).toContain("requests/");
    expect(statements.join("\n")).not.toContain("2001:db8");
  });

  it.each(["auth", "look"] as const)("is off at a limit of 0 for the tier %s", async (tier) => {
    const { clock, limiter, statements } = await openWorld({ requestsPerClient: 0, looksPerClient: 0 });
    const server = limiter();
    for (let request = 0; request < 2_000; request++) expect((await server.take(tier, "192.0.2.1", clock.now())).allowed).toBe(true);
    expect(statements).toEqual([]);
  });
});

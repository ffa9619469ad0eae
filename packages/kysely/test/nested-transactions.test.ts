import type { Store } from "@acme/auth-core";
import { Pool } from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { guardedStore, type KyselyStore } from "../src/index.js";
import { createPostgresStore, type PostgresOptions } from "../src/postgres.js";
import { createSqliteStore, type SqliteOptions } from "../src/sqlite.js";
import { newPool } from "./databases.js";
import { EMAIL, NOW } from "./samples.js";

type Options = Pick<SqliteOptions & PostgresOptions, "guarded">;
type Open = (options?: Options) => Promise<KyselyStore>;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0)) await close();
});

async function ready(store: KyselyStore): Promise<KyselyStore> {
  closers.push(store.close);
  await store.migrate();
  return store;
}

const DATABASES: Readonly<Record<string, Open>> = {
  SQLite: (options) => ready(createSqliteStore(":memory:", options)),
  Postgres: async (options) => ready(createPostgresStore(await newPool(), options)),
  "Postgres with a pool of one": async (options) =>
    ready(createPostgresStore(await newPool({ max: 1 }), options)),
};

const nested = (store: Store) =>
  store.transaction(async (tx) => {
    await tx.counters.spend("outer", 1, 1_000, NOW);
    await store.transaction((inner) => inner.users.findByEmail(EMAIL));
  });
const NESTED = "store.transaction was called inside a transaction; use its tx";

describe.each(Object.entries(DATABASES))("a transaction within a transaction, on %s", (_, open) => {
  it("throws at once, is rolled back, and leaves the store usable", async () => {
    const store = await open();
    await expect(nested(store)).rejects.toThrow(NESTED);
    await expect(store.transaction((tx) => tx.users.findByEmail(EMAIL))).resolves.toBeNull();
    expect(await store.counters.spend("outer", 1, 1_000, NOW)).toMatchObject({ count: 1 });
  });

  it("throws in production as well where the application asks for the guard", async () => {
    vi.stubEnv("NODE_ENV", "production");
    await expect(nested(await open({ guarded: true }))).rejects.toThrow(NESTED);
  });
});

describe("the guard", () => {
  const isGuarded = (store: KyselyStore): boolean => guardedStore(store) === store;
  /** It connects to nothing. */
  const postgres = (options?: Options) => createPostgresStore(new Pool(), options);
  const sqlite = (options?: Options) => createSqliteStore(":memory:", options);

  it.each([
    ["development", true],
    ["test", true],
    ["", true],
    ["production", false],
  ])("is on unless NODE_ENV is production: %j", (nodeEnv, on) => {
    vi.stubEnv("NODE_ENV", nodeEnv);
    expect([isGuarded(sqlite()), isGuarded(postgres())]).toEqual([on, on]);
  });

  it("is what the application says it is", () => {
    for (const guarded of [true, false]) {
      expect(isGuarded(sqlite({ guarded }))).toBe(guarded);
      expect(isGuarded(postgres({ guarded }))).toBe(guarded);
    }
  });
});

describe("a SQLite transaction that waits for something else, without the guard", () => {
  const IDLE_MS = 60;
  const openIdle = (idleInTransactionMs = IDLE_MS) =>
    ready(createSqliteStore(":memory:", { guarded: false, idleInTransactionMs }));
  const REASON = `a SQLite transaction waited ${IDLE_MS} ms for something other than its tx`;

  it("is rolled back and says so, when it waits for a transaction of its own", async () => {
    const store = await openIdle();
    await expect(nested(store)).rejects.toThrow(REASON);
    expect(await store.counters.spend("outer", 1, 1_000, NOW)).toMatchObject({ count: 1 });
  });

  it("is rolled back and says so, when it waits for what never comes", async () => {
    const store = await openIdle();
    const work = store.transaction(async (tx) => {
      await tx.counters.spend("outer", 1, 1_000, NOW);
      await new Promise(() => {});
    });
    await expect(work).rejects.toThrow(REASON);
    expect(await store.counters.spend("outer", 1, 1_000, NOW)).toMatchObject({ count: 1 });
  });

  it("writes nothing afterwards", async () => {
    const store = await openIdle();
    let late: Promise<unknown> = Promise.resolve();
    const work = store.transaction(async (tx) => {
      await new Promise((resolve) => setTimeout(resolve, 2 * IDLE_MS));
      late = tx.counters.spend("outer", 1, 1_000, NOW);
      await late;
    });
    await expect(work).rejects.toThrow(REASON);
    await vi.waitFor(() => expect(late).rejects.toThrow("the transaction has ended"), {
      timeout: 20_000,
    });
  });

  it("goes on when it was shorter than the limit, however often", async () => {
    // So long that a busy machine does not make the short waits longer than it.
    const limit = 1_500;
    const store = await openIdle(limit);
    const work = store.transaction(async (tx) => {
      for (let times = 0; times < 6; times++) {
        await new Promise((resolve) => setTimeout(resolve, limit / 5));
        await tx.users.findByEmail(EMAIL);
      }
      return "done";
    });
    await expect(work).resolves.toBe("done");
  });
});

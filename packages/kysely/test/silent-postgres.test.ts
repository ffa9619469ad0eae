import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import {
  createDatabase,
  type PostgresProxy,
  startPostgresProxy,
} from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import { Pool, type PoolConfig } from "pg";
import { describe, expect, inject, it as baseIt, type TestContext } from "vitest";
import { type KyselyStore, runMigrations } from "../src/index.js";
import { createPostgresStore, type PostgresTimeouts } from "../src/postgres.js";
import { EMAIL, NOW, OUTAGE, run } from "./samples.js";

/** Short, so that the tests are; but a busy machine must be able to connect in time. */
const HASTE: PostgresTimeouts = {
  connect: 1_000,
  statement: 600,
  lock: 200,
  idleInTransaction: 300,
};
/**
 * What any call may take under `HASTE`: a connection, what is set on it, a statement, the server's
 * head start; and a busy machine.
 */
const AT_MOST = 2 * HASTE.connect + HASTE.statement + 1_000 + 5_000;

interface Fixture {
  readonly store: KyselyStore;
  readonly pool: Pool;
  readonly proxy: PostgresProxy;
  /** The same database, without the proxy. */
  readonly witness: Pool;
}

type OnTestFinished = TestContext["onTestFinished"];

/**
 * A store that reaches its database through a proxy, on a pool that says nothing of timeouts
 * itself.
 */
async function openFixture(
  atEnd: OnTestFinished,
  options: PoolConfig = {},
  timeouts = HASTE,
): Promise<Fixture> {
  const url = await createDatabase(inject("postgresUrl"));
  const proxy = await startPostgresProxy(url);
  const pool = new Pool({ connectionString: proxy.url, max: 2, ...options });
  const store = createPostgresStore(pool, { timeouts });
  const witness = new Pool({ connectionString: url, max: 2 });
  // They are run the other way round.
  atEnd(proxy.stop);
  atEnd(store.close);
  atEnd(() => witness.end());
  atEnd(proxy.resume);
  await migrateAtLeisure(url);
  return { store, pool, proxy, witness };
}

/** Migrates under the timeouts of production: several fixtures are made at once. */
async function migrateAtLeisure(url: string): Promise<void> {
  const store = createPostgresStore(new Pool({ connectionString: url, max: 1 }));
  await store.migrate();
  await store.close();
}

/** Each test has a database of its own, and hardly does more than wait: they run side by side. */
const it = baseIt.extend<{
  readonly openFixture: (options?: PoolConfig, timeouts?: PostgresTimeouts) => Promise<Fixture>;
}>({
  openFixture: ({ onTestFinished }, use) =>
    use((options, timeouts) => openFixture(onTestFinished, options, timeouts)),
});

const spend = (at: Pick<Tx, "counters">, key: string) => at.counters.spend(key, 5, 1_000, NOW);

/** Every kind of call there is. */
const CALLS: Readonly<Record<string, (store: KyselyStore) => Promise<unknown>>> = {
  "a read": (store) => store.users.findByEmail(EMAIL),
  "a write": (store) => spend(store, "key"),
  "the hot path": (store) => store.callers.find(asChecked("hash"), null, NOW),
  "a transaction": (store) => store.transaction((tx) => tx.users.findByEmail(EMAIL)),
  "a health check": (store) => store.health(),
  "a migration": (store) => store.migrate(),
};

async function expectOutage(work: Promise<unknown>): Promise<void> {
  const outcome = work.then(
    () => "an answer",
    (thrown: unknown) => thrown,
  );
  expect(await Promise.race([outcome, sleep(AT_MOST, "silence", { ref: false })])).toMatchObject(
    OUTAGE,
  );
}

describe.concurrent("a way to Postgres that falls silent", () => {
  it.for(Object.keys(CALLS))(
    "is an outage in time for %s, on connections that are open and on new ones, and none once it forwards again",
    async (name, { openFixture }) => {
      const { store, proxy, pool } = await openFixture();
      const call = CALLS[name]!;
      await Promise.all([spend(store, "warm"), spend(store, "warm too")]);
      proxy.silence();
      await expectOutage(call(store));
      await Promise.all([
        expectOutage(call(store)),
        expectOutage(call(store)),
        expectOutage(call(store)),
      ]);
      expect(pool.totalCount).toBeLessThanOrEqual(2);
      proxy.resume();
      await call(store);
      expect(await spend(store, "afterwards")).toMatchObject({ spent: true, count: 1 });
    },
  );

  it("is an outage in the middle of a transaction, and the server frees what it had locked", async ({
    openFixture,
  }) => {
    const { store, proxy, witness } = await openFixture();
    await spend(store, "key");
    const work = store.transaction(async (tx) => {
      await spend(tx, "key");
      proxy.silence();
      await spend(tx, "another");
    });
    await expectOutage(work);
    const began = performance.now();
    expect(
      (await witness.query("select count from auth_counter where key = 'key' for update")).rows,
    ).toEqual([{ count: 1 }]);
    expect(performance.now() - began).toBeLessThan(HASTE.idleInTransaction + 10_000);
    proxy.resume();
    expect(await spend(store, "another")).toMatchObject({ count: 1 });
  });

  it("is an outage when it comes before the answer to a commit, and the work is not done again", async ({
    openFixture,
  }) => {
    const { store, pool, proxy, witness } = await openFixture();
    let runs = 0;
    // The network works again as soon as the connection is given up: only the rule prevents a
    // second attempt.
    pool.on("remove", proxy.resume);
    const work = store.transaction(async (tx) => {
      await spend(tx, "key");
      if (++runs === 1) proxy.silence("answers");
    });
    await expectOutage(work);
    expect(runs).toBe(1);
    // This one was committed; its caller cannot know.
    expect((await witness.query("select count from auth_counter where key = 'key'")).rows).toEqual([
      { count: 1 },
    ]);
  });

  it.for(["a write", "the hot path"])(
    "costs the connection that %s was on",
    async (name, { openFixture }) => {
      const { store, pool, proxy } = await openFixture({ max: 1 });
      await spend(store, "key");
      proxy.silence();
      await expectOutage(CALLS[name]!(store));
      expect(pool.totalCount).toBe(0);
    },
  );

  it("leaves no late answer to the next statement", async ({ openFixture }) => {
    const { store, proxy } = await openFixture({ max: 1 });
    await spend(store, "key");
    proxy.silence("answers");
    await expectOutage(store.transaction((tx) => run(tx, "select 'late' as answer")));
    proxy.resume();
    expect(await store.transaction((tx) => run(tx, "select 'own' as answer"))).toEqual([
      { answer: "own" },
    ]);
    expect(await store.callers.find(asChecked("hash"), null, NOW)).toBeNull();
  });
});

describe.concurrent("timeouts of Postgres", () => {
  it("hold on every connection of a pool that an application made, in transactions and outside", async ({
    openFixture,
  }) => {
    const { store } = await openFixture();
    const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
    const shown = (tx: Tx) =>
      Promise.all(names.map((name) => run(tx, `select current_setting('${name}') as ${name}`)));
    const both = await Promise.all([store.transaction(shown), store.transaction(shown)]);
    for (const settings of both)
      expect(settings.flat()).toEqual([
        { statement_timeout: "600ms" },
        { lock_timeout: "200ms" },
        { idle_in_transaction_session_timeout: "300ms" },
      ]);
  });

  it("are 3, 10, 5 and 30 seconds unless told, and leave a pool its own word for how long to wait for a connection", async ({
    onTestFinished,
  }) => {
    const connectionString = await createDatabase(inject("postgresUrl"));
    const own = new Pool({ connectionString, connectionTimeoutMillis: 1_234 });
    const silent = new Pool({ connectionString });
    for (const pool of [own, silent]) {
      const store = createPostgresStore(pool);
      onTestFinished(store.close);
      const show =
        "select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') as limits";
      const showIdle = "select current_setting('idle_in_transaction_session_timeout') as idle";
      expect(
        await store.transaction(async (tx) => [await run(tx, show), await run(tx, showIdle)]),
      ).toEqual([[{ limits: "10s 5s" }], [{ idle: "30s" }]]);
    }
    expect([own.options.connectionTimeoutMillis, silent.options.connectionTimeoutMillis]).toEqual([
      1_234, 3_000,
    ]);
    createPostgresStore(own, { timeouts: { connect: 50 } });
    expect(own.options.connectionTimeoutMillis).toBe(50);
  });

  it("refuse what is out of bounds, all of it at once", () => {
    const pool = new Pool();
    const timeouts = {
      connect: 0,
      statement: 1.5,
      lock: Number.NaN,
      pause: 1,
    } as Partial<PostgresTimeouts>;
    expect(() => createPostgresStore(pool, { timeouts })).toThrow(
      "timeouts: connect must be a whole number of milliseconds from 10 to 60000; statement must be a whole number of milliseconds from 10 to 600000; " +
        "lock must be a whole number of milliseconds from 10 to 600000; pause is no timeout",
    );
  });

  it("end a statement that takes too long, as an outage, and keep its connection", async ({
    openFixture,
  }) => {
    const { store, proxy } = await openFixture({ max: 1 });
    await spend(store, "key");
    const before = proxy.connections();
    await expect(store.transaction((tx) => run(tx, "select pg_sleep(5)"))).rejects.toMatchObject({
      ...OUTAGE,
      cause: { code: "57014" },
    });
    expect(await spend(store, "key")).toMatchObject({ count: 2 });
    expect(proxy.connections()).toBe(before);
  });

  it("end the wait for a lock that another connection holds, as an outage, and keep the connection", async ({
    openFixture,
  }) => {
    const { store, proxy, witness } = await openFixture({ max: 1 });
    await spend(store, "key");
    const before = proxy.connections();
    const holder = await witness.connect();
    await holder.query("begin; select from auth_counter where key = 'key' for update");
    await expect(spend(store, "key")).rejects.toMatchObject({
      ...OUTAGE,
      cause: { code: "55P03" },
    });
    await expect(store.transaction((tx) => spend(tx, "key"))).rejects.toMatchObject({
      ...OUTAGE,
      cause: { code: "55P03" },
    });
    await holder.query("rollback");
    holder.release();
    expect(await spend(store, "key")).toMatchObject({ count: 2 });
    expect(proxy.connections()).toBe(before);
  });

  it("end the wait for a connection while all of the pool are in use", async ({ openFixture }) => {
    const { store, pool } = await openFixture({ max: 1 });
    const client = await pool.connect();
    for (const call of Object.values(CALLS)) await expectOutage(call(store));
    client.release();
    for (const call of Object.values(CALLS)) await call(store);
  });
});

describe.concurrent("migrations on Postgres", () => {
  /** A busy machine may leave a transaction of a migration alone for longer than the others. */
  const PATIENT = { ...HASTE, idleInTransaction: 30_000 };
  const slow = {
    namespace: "slow",
    migrations: [
      {
        id: "0001-slow",
        statements: () => ["select pg_sleep(1)", "create table slow_table (id integer)"],
      },
    ],
  };

  it("may take longer than any other statement, on a connection of their own", async ({
    openFixture,
  }) => {
    const { store } = await openFixture({ max: 1 }, PATIENT);
    await expect(runMigrations(store, slow)).resolves.toBeUndefined();
    expect(
      await store.transaction((tx) =>
        run(tx, "select current_setting('statement_timeout') as its"),
      ),
    ).toEqual([{ its: "600ms" }]);
  });

  it("wait for another process that migrates outside of any transaction, however long that takes", async ({
    openFixture,
  }) => {
    const { store, witness } = await openFixture({}, PATIENT);
    const holder = await witness.connect();
    await holder.query("select pg_advisory_lock(7220113490)");
    let done = false;
    const quick = {
      namespace: "quick",
      migrations: [
        { id: "0001-quick", statements: () => ["create table quick_table (id integer)"] },
      ],
    };
    const migrated = runMigrations(store, quick).then(() => (done = true));
    const inTransaction = "state = 'idle in transaction' or wait_event_type = 'Lock'";
    const look = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (${inTransaction})`;
    const until = performance.now() + HASTE.statement + 300;
    while (performance.now() < until)
      expect([(await witness.query(look)).rowCount, done]).toEqual([0, false]);
    await holder.query("select pg_advisory_unlock(7220113490)");
    holder.release();
    await migrated;
  });

  it("give up a lock on a table that another connection holds, because all others would wait behind it, and change nothing", async ({
    openFixture,
  }) => {
    const { store, witness } = await openFixture({}, PATIENT);
    const holder = await witness.connect();
    await holder.query("create table late_thing (id integer)");
    await holder.query("begin; select from late_thing");
    const set = {
      namespace: "late",
      migrations: [
        { id: "0001-late", statements: () => ["alter table late_thing add column late text"] },
      ],
    };
    await expect(runMigrations(store, set)).rejects.toMatchObject({
      ...OUTAGE,
      cause: { code: "55P03" },
    });
    await holder.query("rollback");
    holder.release();
    expect((await witness.query("select to_regclass('late_migration') as ledger")).rows).toEqual([
      { ledger: null },
    ]);
    await runMigrations(store, set);
  });
});

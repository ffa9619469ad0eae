import { asChecked } from "@acme/auth-testing";
import { stringContaining } from "@acme/auth-testing/matchers";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import { Pool } from "pg";
import { afterEach, describe, expect, inject, it } from "vitest";
import { type KyselyStore, runMigrations } from "../src/index.js";
import { createPostgresStore, type PostgresOptions } from "../src/postgres.js";
import { createSqliteStore } from "../src/sqlite.js";
import { addSessions } from "./add-sessions.js";
import { EMAIL, NOW, run, someUser } from "./samples.js";
import { startTransactionPooler } from "./transaction-pooler.js";

const REFUSED = {
  code: "STORE_UNAVAILABLE",
  cause: { message: stringContaining("DATABASE_POOLING=transaction") },
};

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** What is shown is that all is right, and not that it is soon: a busy machine has time. */
const LEISURE = { connect: 60_000, statement: 60_000, lock: 60_000 } as const;

/** Opens stores on one database behind a pooler of `backends` connections. */
async function openPooler(backends: number) {
  const url = await createDatabase(inject("postgresUrl"));
  const pooler = await startTransactionPooler(url, backends);
  cleanUps.push(pooler.stop);
  const witness = new Pool({ connectionString: url, max: 1 });
  cleanUps.push(() => witness.end());
  const openStore = (options: PostgresOptions, max = 4): KyselyStore => {
    const store = createPostgresStore(new Pool({ connectionString: pooler.url, max }), {
      ...options,
      timeouts: { ...LEISURE, ...options.timeouts },
    });
    cleanUps.push(store.close);
    return store;
  };
  return { url: pooler.url, witness, openStore };
}

const everyKindOfCall = (store: KyselyStore): readonly (() => Promise<unknown>)[] => [
  () => store.users.findByEmail(EMAIL),
  () => store.callers.find(asChecked("hash"), null, NOW),
  () => store.counters.spend("key", 5, 1_000, NOW),
  () => store.transaction((tx) => tx.users.findByEmail(EMAIL)),
  () => store.sweep(NOW, 100, { invitations: 0, auditEntries: 0, subscriberCalls: 0 }),
  () => store.health(),
];

describe("a store for transaction pooling", () => {
  it("leaves nothing on a connection that the next client would meet", async () => {
    const { url, openStore } = await openPooler(1);
    const inspector = new Pool({ connectionString: url, max: 1 });
    cleanUps.push(() => inspector.end());
    const inspect = async (): Promise<readonly unknown[]> => [
      (await inspector.query("select name, statement from pg_prepared_statements")).rows,
      // Those of other databases are listed too, and other suites migrate theirs meanwhile.
      (
        await inspector.query(
          `select objid from pg_locks join pg_database on pg_locks.database = pg_database.oid
           where locktype = 'advisory' and datname = current_database()`,
        )
      ).rows,
      (await inspector.query("select name, setting from pg_settings where source = 'session'"))
        .rows,
    ];
    const before = await inspect();
    const store = openStore({ pooling: "transaction" });
    await store.migrate();
    for (let round = 0; round < 3; round++)
      await expect(
        Promise.all(everyKindOfCall(store).map((call) => call())),
      ).resolves.toBeDefined();
    expect(await inspect()).toEqual(before);
  });

  it("is under its timeouts within transactions", async () => {
    const { openStore } = await openPooler(1);
    const store = openStore({
      pooling: "transaction",
      timeouts: { statement: 600, lock: 200, idleInTransaction: 300 },
    });
    const show = (name: string) => `select current_setting('${name}') as value`;
    const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
    const shown = await store.transaction(async (tx) => {
      const values: unknown[] = [];
      for (const name of names) values.push(...(await run(tx, show(name))));
      return values;
    });
    expect(shown).toEqual([{ value: "600ms" }, { value: "200ms" }, { value: "300ms" }]);
  });

  it("runs more transactions at once than the server has connections, each after the one before", async () => {
    const { openStore } = await openPooler(2);
    const store = openStore({ pooling: "transaction" }, 8);
    await store.migrate();
    await store.users.insertUnlessTaken(someUser("ada"));
    const counted = await addSessions(store, "session", "user-ada", NOW);
    expect(counted.toSorted((one, other) => one - other)).toEqual([...counted.keys()]);
  });

  it("is migrated once when many instances start at the same time", async () => {
    const { openStore, witness } = await openPooler(2);
    const stores = Array.from({ length: 6 }, () => openStore({ pooling: "transaction" }, 1));
    await Promise.all(stores.map((store) => store.migrate()));
    expect(await Promise.all(stores.map((store) => store.health()))).toEqual(
      stores.map(() => "ready"),
    );
    const { rows } = await witness.query("select id from auth_migration order by id");
    const planned = await createSqliteStore(":memory:").planMigrations();
    expect(rows).toEqual(planned.map(({ id }) => ({ id })));
  });
});

it("an index on a table that is in use is built behind transaction pooling", async () => {
  const { openStore, witness } = await openPooler(2);
  const store = openStore({ pooling: "transaction" }, 1);
  const create = { id: "0001-thing", statements: () => ["create table pooled_thing (id integer)"] };
  const index = {
    id: "0002-index",
    statements: () => ["create index pooled_index on pooled_thing (id)"],
  };
  await runMigrations(store, { namespace: "pooled", migrations: [create] });
  await runMigrations(store, { namespace: "pooled", migrations: [create, index] });
  const valid = "select indisvalid from pg_index where indexrelid = to_regclass('pooled_index')";
  expect((await witness.query(valid)).rows).toEqual([{ indisvalid: true }]);
});

it("a migration that fails leaves its connection to no other statement", async () => {
  const pool = new Pool({ connectionString: await createDatabase(inject("postgresUrl")), max: 1 });
  const store = createPostgresStore(pool);
  cleanUps.push(store.close);
  const set = {
    namespace: "failing",
    migrations: [{ id: "0001-failing", statements: () => ["select 1 / 0"] }],
  };
  await expect(runMigrations(store, set)).rejects.toMatchObject({ code: "22012" });
  await expect(store.health()).resolves.toBe("migrations_pending");
});

describe("a store for sessions of its own, behind transaction pooling", () => {
  it.each([1, 2, 4])(
    "is refused from the first call on, with what to set instead, over %i connections of the server",
    async (backends) => {
      const { openStore } = await openPooler(backends);
      const store = openStore({}, 1);
      await expect(store.migrate()).rejects.toMatchObject(REFUSED);
      for (const call of everyKindOfCall(store))
        await expect(call()).rejects.toMatchObject(REFUSED);
    },
  );

  it("is refused while other clients keep the pooler busy", async () => {
    const { url, openStore } = await openPooler(4);
    const others = new Pool({ connectionString: url, max: 3 });
    cleanUps.push(() => others.end());
    let busy = true;
    const traffic = Array.from({ length: 3 }, async () => {
      while (busy) await others.query("select pg_sleep(0.002)");
    });
    await expect(openStore({}, 2).health()).rejects.toMatchObject(REFUSED);
    busy = false;
    await Promise.all(traffic);
  });

  it("says so when a prepared statement is gone, and goes on with another connection", async () => {
    const pool = new Pool({
      connectionString: await createDatabase(inject("postgresUrl")),
      max: 1,
    });
    const store = createPostgresStore(pool);
    cleanUps.push(store.close);
    await store.migrate();
    await store.users.findByEmail(EMAIL);
    await pool.query("deallocate all");
    await expect(store.users.findByEmail(EMAIL)).rejects.toMatchObject(REFUSED);
    await expect(store.users.findByEmail(EMAIL)).resolves.toBeNull();
  });
});

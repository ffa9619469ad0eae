import { createServer } from "node:net";
import type { Tx } from "@acme/auth-core";
import type { CheckedOrganization } from "@acme/auth-core/store";
import { asChecked } from "@acme/auth-testing";
import { portOf } from "@acme/auth-testing/port-of";
import { startPostgres } from "@acme/auth-testing/postgres";
import { readJson } from "@acme/auth-testing/read-json";
import { CompiledQuery } from "kysely";
import { Pool, type PoolConfig } from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { createRecorder } from "../proofs/big-tables/recording.js";
import { postgresEngine } from "../src/dialects/postgres.js";
import { type KyselyStore, StoreUnavailable } from "../src/index.js";
import { engineOf } from "../src/kysely-store.js";
import { createPostgresStore } from "../src/postgres.js";
import { newPool } from "./databases.js";
import { EMAIL, NOW, OUTAGE, run, someUser } from "./samples.js";

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(
  options: PoolConfig = {},
): Promise<{ readonly store: KyselyStore; readonly pool: Pool }> {
  const pool = await newPool(options);
  const store = createPostgresStore(pool);
  cleanUps.push(store.close);
  await store.migrate();
  return { store, pool };
}

const someOrganization = (slug: string): CheckedOrganization =>
  asChecked<CheckedOrganization>({
    id: slug,
    name: slug,
    slug,
    logo: null,
    metadata: {},
    requireSecondFactor: false,
    createdAt: NOW,
    updatedAt: NOW,
  });

/** Changes what an update may find taken, under the lock of its row. */
interface Taking {
  readonly insert: (store: KyselyStore, name: string) => Promise<boolean>;
  readonly take: (tx: Tx, name: string) => Promise<boolean>;
}
const TAKEN: Readonly<Record<string, Taking>> = {
  address: {
    insert: (store, name) => store.users.insertUnlessTaken(someUser(name)),
    async take(tx, name) {
      await tx.users.lock(asChecked(`user-${name}`));
      const outcome = await tx.users.changeEmail(asChecked(`user-${name}`), EMAIL, NOW);
      return outcome === "changed";
    },
  },
  slug: {
    insert: (store, name) => store.organizations.insertUnlessTaken(someOrganization(name)),
    async take(tx, name) {
      await tx.organizations.lock(asChecked(name));
      return (
        (await tx.organizations.update(asChecked(name), asChecked({ slug: "wanted" }), NOW)) !==
        "taken"
      );
    },
  },
};

/** Opens once, for everybody who waits at it. */
function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}

/** Answers a row as soon as somebody waits for a lock. */
const IS_BLOCKED =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

const backendOf = async (tx: Tx): Promise<number> =>
  readJson((await run(tx, "select pg_backend_pid() as pid"))[0], { pid: "number" }).pid;

describe("outages of Postgres", () => {
  it("a server that stops is an outage in the middle of a transaction, and then for every kind of call", async () => {
    const cluster = await startPostgres();
    const pool = new Pool({ connectionString: await cluster.createDatabase() });
    const store = createPostgresStore(pool);
    cleanUps.push(store.close);
    await store.migrate();
    // Two connections: one is idle when the server stops.
    await Promise.all([pool.query("select 1"), pool.query("select 1")]);
    expect(await store.users.findByEmail(EMAIL)).toBeNull();
    const work = store.transaction(async (tx) => {
      await tx.counters.spend("key", 1, 1_000, NOW);
      await cluster.stop();
      await tx.counters.spend("key", 1, 1_000, NOW);
    });
    await expect(work).rejects.toMatchObject(OUTAGE);
    await expect(store.users.findByEmail(EMAIL)).rejects.toMatchObject(OUTAGE);
    await expect(store.callers.find(asChecked("hash"), null, NOW)).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    await expect(store.counters.spend("key", 1, 1_000, NOW)).rejects.toMatchObject(OUTAGE);
    await expect(
      store.transaction(async (tx) => tx.users.findByEmail(EMAIL)),
    ).rejects.toMatchObject(OUTAGE);
    await expect(store.health()).rejects.toMatchObject(OUTAGE);
    await expect(store.migrate()).rejects.toMatchObject(OUTAGE);
  });

  it("a connection lost in the middle of a transaction is an outage, and the pool recovers", async () => {
    const { store } = await open({ max: 1 });
    const { pool: other } = await open();
    for (let round = 0; round < 3; round++) {
      const work = store.transaction(async (tx) => {
        await tx.counters.spend("key", 1, 1_000, NOW);
        await other.query("select pg_terminate_backend($1)", [await backendOf(tx)]);
        await tx.counters.spend("key", 1, 1_000, NOW);
      });
      await expect(work).rejects.toMatchObject(OUTAGE);
      expect(await store.counters.spend(`key-${round}`, 1, 1_000, NOW)).toMatchObject({
        spent: true,
      });
    }
    expect(await store.counters.spend("key", 1, 1_000, NOW)).toMatchObject({ spent: true });
  });

  it("a connection lost while it is idle fails no request", async () => {
    const { store, pool } = await open({ max: 1 });
    const { pool: other } = await open();
    const pid = await store.transaction(backendOf);
    const removed = new Promise((resolve) => pool.once("remove", resolve));
    await other.query("select pg_terminate_backend($1)", [pid]);
    await removed;
    expect(await store.users.findByEmail(EMAIL)).toBeNull();
  });

  it("a pool that has no connection to give in time is an outage", async () => {
    const { store, pool } = await open({ max: 1 });
    const client = await pool.connect();
    pool.options.connectionTimeoutMillis = 20;
    await expect(store.users.findByEmail(EMAIL)).rejects.toMatchObject(OUTAGE);
    await expect(store.callers.find(asChecked("hash"), null, NOW)).rejects.toMatchObject(OUTAGE);
    client.release();
    expect(await store.users.findByEmail(EMAIL)).toBeNull();
  });

  it("a port where no server listens, and one where none answers, are outages", async () => {
    const silent = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const port = portOf(silent);
    const hanging = createPostgresStore(
      new Pool({ host: "127.0.0.1", port, connectionTimeoutMillis: 20 }),
    );
    await expect(hanging.users.findByEmail(EMAIL)).rejects.toMatchObject(OUTAGE);
    await hanging.close();
    await new Promise((resolve) => silent.close(resolve));
    const refusing = createPostgresStore(new Pool({ host: "127.0.0.1", port }));
    await expect(refusing.users.findByEmail(EMAIL)).rejects.toMatchObject(OUTAGE);
    await refusing.close();
  });

  it("a server without a connection to spare is an outage", async () => {
    const { pool } = await open({ max: 1 });
    const { host, database } = (await pool
      .connect()
      .then((client) => (client.release(), client))) as unknown as {
      host: string;
      database: string;
    };
    await pool.query("create role crowded login connection limit 0");
    const store = createPostgresStore(new Pool({ host, database, user: "crowded" }));
    await expect(store.users.findByEmail(EMAIL)).rejects.toMatchObject({
      ...OUTAGE,
      cause: { code: "53300" },
    });
    await store.close();
    await pool.query("drop role crowded");
  });

  /** Databases that a server once had, or keeps shut, and the SQLSTATE of a connection to them. */
  const GONE: Readonly<Record<string, readonly [sql: (name: string) => string, code: string]>> = {
    "was dropped": [(name) => `drop database ${name} with (force)`, "3D000"],
    "takes no connections": [
      (name) =>
        `alter database ${name} allow_connections false; select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      "55000",
    ],
  };

  it.each(Object.keys(GONE))(
    "a database that %s is an outage for every kind of call",
    async (what) => {
      const [sql, code] = GONE[what]!;
      const { store, pool } = await open({ max: 1 });
      const { pool: other } = await open({ max: 1 });
      const name = (await pool.query<{ name: string }>("select current_database() as name"))
        .rows[0]!.name;
      const removed = new Promise((resolve) => pool.once("remove", resolve));
      await other.query(sql(name));
      await removed;
      const outage = { ...OUTAGE, cause: { code } };
      await expect(store.users.findByEmail(EMAIL)).rejects.toMatchObject(outage);
      await expect(store.callers.find(asChecked("hash"), null, NOW)).rejects.toMatchObject(outage);
      await expect(store.counters.spend("key", 1, 1_000, NOW)).rejects.toMatchObject(outage);
      await expect(store.transaction((tx) => tx.users.findByEmail(EMAIL))).rejects.toMatchObject(
        outage,
      );
      await expect(store.health()).rejects.toMatchObject(outage);
    },
  );

  it("whatever a server has against a connection is an outage, a wrong password too", async () => {
    const { pool } = await open({ max: 1 });
    const { host } = (await pool
      .connect()
      .then((client) => (client.release(), client))) as unknown as { host: string };
    const store = createPostgresStore(
      new Pool({ host, user: "nobody_at_all", database: "postgres" }),
    );
    await expect(store.users.findByEmail(EMAIL)).rejects.toMatchObject({
      ...OUTAGE,
      cause: { code: "28000" },
    });
    await store.close();
  });

  /** As a server, or a pooler before it, may say them in answer to any statement. */
  const STATES = [
    "08006",
    "08P01",
    "53300",
    "53100",
    "57014",
    "57P01",
    "57P02",
    "57P03",
    "57P04",
    "57P05",
    "3D000",
    "55000",
    "25006",
    "55P03",
  ];

  it("SQLSTATEs of a server that cannot serve right now are outages, to a read and in a transaction", async () => {
    const { store } = await open({ max: 1 });
    for (const state of STATES) {
      const raise = `do $$ begin raise exception 'no' using errcode = '${state}'; end $$`;
      const outage = { ...OUTAGE, cause: { code: state } };
      await expect(store.transaction((tx) => run(tx, raise))).rejects.toMatchObject(outage);
      await expect(engineOf(store).reads.run(CompiledQuery.raw(raise))).rejects.toMatchObject(
        outage,
      );
      expect(await store.users.findByEmail(EMAIL)).toBeNull();
    }
  });
});

describe("transactions on Postgres", () => {
  it("are read committed, whatever the database's default", async () => {
    const { store } = await open({ options: "-c default_transaction_isolation=serializable" });
    expect(await store.transaction((tx) => run(tx, "show transaction_isolation"))).toEqual([
      { transaction_isolation: "read committed" },
    ]);
  });

  it("run again after a deadlock until both have come to pass", async () => {
    const { store } = await open({ max: 2, options: "-c deadlock_timeout=10ms" });
    for (const name of ["a", "b"]) await store.users.insertUnlessTaken(someUser(name));
    let first = 0;
    let bothHoldOne: (() => void) | undefined;
    const met = new Promise<void>((resolve) => (bothHoldOne = resolve));
    const lockBoth = (...ids: readonly string[]): Promise<number> => {
      let runs = 0;
      return store.transaction(async (tx) => {
        runs++;
        await tx.users.lock(asChecked(ids[0]!));
        if (++first === 2) bothHoldOne!();
        if (runs === 1) await met;
        await tx.users.lock(asChecked(ids[1]!));
        return runs;
      });
    };
    const runs = await Promise.all([lockBoth("user-a", "user-b"), lockBoth("user-b", "user-a")]);
    expect(Math.max(...runs)).toBeGreaterThan(1);
  });

  it.each(["40001", "40P01"])(
    "run four times before %s is given up, and leave nothing",
    async (code) => {
      const { store } = await open({ max: 1 });
      let runs = 0;
      const work = store.transaction(async (tx) => {
        runs++;
        expect(await tx.counters.spend("key", 1, 1_000, NOW)).toMatchObject({ spent: true });
        await run(tx, `do $$ begin raise exception using errcode = '${code}'; end $$`);
      });
      await expect(work).rejects.toMatchObject({ code });
      expect(runs).toBe(4);
      expect(await store.counters.spend("key", 1, 1_000, NOW)).toMatchObject({ spent: true });
    },
  );

  it.each(Object.keys(TAKEN))(
    "run again when the %s they change to was taken at that moment, and then see that it is",
    async (what) => {
      const { store, pool } = await open({ max: 3 });
      const { insert, take } = TAKEN[what]!;
      for (const name of ["a", "b"]) await insert(store, name);
      const [holding, decided] = [gate(), gate()];
      const winner = store.transaction(async (tx) => {
        const taken = await take(tx, "a");
        holding.open();
        await decided.opened;
        return taken;
      });
      await holding.opened;
      let runs = 0;
      const loser = store.transaction(async (tx) => {
        runs++;
        const taken = await take(tx, "b");
        // The transaction goes on after the refusal.
        expect(await tx.counters.spend("tried", 1, 1_000, NOW)).toMatchObject({ spent: true });
        return taken;
      });
      while ((await pool.query(IS_BLOCKED)).rowCount === 0);
      decided.open();
      expect(await Promise.all([winner, loser])).toEqual([true, false]);
      expect(runs).toBe(2);
      expect(
        (await pool.query("select from auth_user where id = 'user-b' and email = 'b@example.com'"))
          .rowCount,
      ).toBe(what === "address" ? 1 : 0);
      expect(
        (await pool.query("select from auth_organization where id = 'b' and slug = 'b'")).rowCount,
      ).toBe(what === "slug" ? 1 : 0);
    },
  );

  it("run once for any other failure", async () => {
    const { store } = await open({ max: 1 });
    let runs = 0;
    const work = store.transaction(async (tx) => {
      runs++;
      await run(tx, "select 1 / 0");
    });
    await expect(work).rejects.toMatchObject({ code: "22012" });
    expect(runs).toBe(1);
  });

  it("give their connection back clean, even when their failure was caught inside", async () => {
    const { store, pool } = await open({ max: 1 });
    const work = store.transaction(async (tx) => {
      await tx.counters.spend("key", 1, 1_000, NOW);
      await run(tx, "select 1 / 0").catch(() => null);
    });
    // The server turns the COMMIT of a broken transaction into a ROLLBACK.
    await expect(work).rejects.toThrow();
    expect((await pool.query("select count(*)::int as n from auth_counter")).rows).toEqual([
      { n: 0 },
    ]);
    expect(pool.totalCount).toBe(1);
  });
});

describe("statements on Postgres", () => {
  it("run again after a deadlock with a migration, the check of a session too", async () => {
    const { store, pool } = await open({ max: 3, options: "-c deadlock_timeout=1s" });
    const migration = await pool.connect();
    cleanUps.push(async () => migration.release(true));
    // It is the session check that Postgres gives up, as when a migration waits longer than the
    // check.
    await migration.query("begin; set local deadlock_timeout = '3s'");
    await migration.query("lock table auth_user in access exclusive mode");
    const found = store.callers.find(asChecked("token"), null, NOW);
    while ((await pool.query(IS_BLOCKED)).rowCount === 0);
    await migration.query("lock table auth_session in access exclusive mode").catch(() => {});
    await migration.query("rollback");
    expect(await found).toBeNull();
  });

  it("are prepared by name, once per connection", async () => {
    const { store, pool } = await open({ max: 1 });
    for (let turn = 0; turn < 3; turn++) {
      await store.callers.find(asChecked("hash"), null, NOW);
      await store.users.findByEmail(EMAIL);
      await store.transaction((tx) => tx.users.findByEmail(EMAIL));
    }
    const { rows } = await pool.query<{ name: string; times: string }>(
      "select name, generic_plans + custom_plans as times from pg_prepared_statements order by times",
    );
    expect(rows.map(({ times }) => Number(times))).toEqual([3, 6]);
    expect(rows[0]?.name).toBe("acme_auth_find_caller");
  });

  it("read what they wrote whatever parsers the application has set for its own", async () => {
    const TEXT = 25;
    const types = {
      getTypeParser: (type: number) => (text: string) => (type === TEXT ? text : `parsed ${text}`),
    };
    const { store } = await open({ types: types, options: "-c TimeZone=America/St_Johns" });
    const user = someUser("ada");
    expect(await store.users.insertUnlessTaken(user)).toBe(true);
    expect(await store.users.findByEmail(user.email)).toEqual({
      ...user,
      suspendedAt: null,
      suspendedUntil: null,
      locale: null,
      signInLanguage: null,
      secondFactorSince: null,
      recoveryDueAt: null,
    });
    expect(await store.counters.spend("key", 1, 1_000, NOW)).toEqual({
      spent: true,
      count: 1,
      resetsAt: new Date(NOW.getTime() + 1_000),
    });
    expect(await store.health()).toBe("ready");
    expect(await store.transaction((tx) => run(tx, "select 1 as one"))).toEqual([
      { one: "parsed 1" },
    ]);
  });

  it("find the audit entries of a user by their index, however much of the log is theirs", async () => {
    const { pool } = await open();
    await pool.query(
      `insert into auth_audit_entry (id, at, event, user_id, detail)
        select i::text, now() + i * interval '1 second', 'session.opened', case when i % 2 = 0 then 'ada' else i::text end, '{}' from generate_series(1, 20000) as i`,
    );
    await pool.query("analyze auth_audit_entry");
    const recorder = createRecorder(postgresEngine(pool));
    await recorder.rehearse("audit.blankUser", (at) => at.audit.blankUser(asChecked("ada"), 10));
    const { sql, parameters } = recorder.statements[0]!;
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${sql}`, [...parameters]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("using auth_audit_entry_user");
    expect(plan).not.toContain("Seq Scan");
  });

  it("say so when the connection writes dates in a style that cannot be read", async () => {
    const { store } = await open({ options: "-c DateStyle=German" });
    await store.users.insertUnlessTaken(someUser("ada"));
    await expect(store.users.findByEmail(EMAIL)).rejects.toThrow("DateStyle has to be ISO");
  });
});

import { createHash } from "node:crypto";
import { keysOf } from "@acme/auth-testing/keys-of";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import { CompiledQuery } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { kyselyOf, type KyselyStore, type Migration, type MigrationSet } from "../src/index.js";
import { engineOf } from "../src/kysely-store.js";
import { applyMigrations, pendingMigrations } from "../src/migrate.js";
import { webhooks } from "../src/migrations/0009-webhooks.js";
import { COLUMN_TYPES } from "../src/migrations/migration.js";
import { OWN_MIGRATIONS } from "../src/migrations/own-migrations.js";
import { enginesWith } from "./engines-with.js";

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const FEATURES = [webhookTables] as const;
const [first] = webhookTables.migrations.migrations as readonly Migration[];

/** As the base ran them, before they moved to the feature. */
const formerly: Migration = {
  id: "0009-webhooks",
  phase: "expand",
  statements: (types) => first!.statements(types).map((text) => text.replace("if not exists ", "")),
};

/** The history of the release before this one. */
const RELEASED: MigrationSet = {
  namespace: "auth",
  migrations: OWN_MIGRATIONS.migrations.map((one) => ("movedTo" in one ? formerly : one)),
};

const ENGINES = enginesWith(FEATURES, cleanUps);

const run = (store: KyselyStore, sql: string): Promise<readonly unknown[]> =>
  store.transaction(async (tx) => (await kyselyOf(tx).executeQuery(CompiledQuery.raw(sql))).rows);

/** What the release before this one does when it starts. */
const startFormer = (store: KyselyStore) => applyMigrations(engineOf(store), RELEASED);
const pendingForFormer = (store: KyselyStore) => pendingMigrations(engineOf(store), RELEASED);

const ENDPOINT =
  "insert into auth_webhook_endpoint (id, url, sealed_secret, created_at) values ('crm', 'https://crm.example.com', 'sealed', '2026-01-01T00:00:00.000Z')";

it.each(keysOf(COLUMN_TYPES))(
  "the first migration of webhooks makes what the base made of 0009-webhooks, on %s",
  (dialect) => {
    const texts = formerly.statements(COLUMN_TYPES[dialect]);
    expect(createHash("sha256").update(JSON.stringify(texts)).digest("hex")).toBe(
      webhooks.checksums[dialect],
    );
    expect(webhooks.movedTo).toBe(webhookTables.migrations.namespace);
  },
);

describe.each(keysOf(ENGINES))("webhooks, whose tables have left the base, on %s", (engine) => {
  async function open() {
    const { without, featured } = await ENGINES[engine]();
    const opened = <Opened extends KyselyStore>(store: Opened): Opened => {
      cleanUps.push(store.close);
      return store;
    };
    return { without: () => opened(without()), featured: () => opened(featured()) };
  }

  const namesOf = async (store: KyselyStore): Promise<readonly unknown[]> =>
    engineOf(store).dialect === "sqlite"
      ? run(store, "select name from sqlite_master where name like 'auth_webhook%' order by name")
      : run(
          store,
          "select relname as name from pg_class where relname like 'auth_webhook%' and relkind in ('r', 'i') and relname not like '%_pkey' order by relname",
        );
  const listed = async (store: KyselyStore) =>
    (await namesOf(store)).map((row) => JSON.stringify(row)).filter((row) => !/auto/.test(row));

  it("have no table in a new database without the feature", async () => {
    const store = (await open()).without();
    await store.migrate();
    expect(await listed(store)).toEqual([]);
  });

  it("have the same tables in a new database with the feature as where the base made them", async () => {
    const store = (await open()).featured();
    await store.migrate();
    const former = (await open()).without();
    await startFormer(former);
    const made = await listed(store);
    expect(made).toHaveLength(6);
    expect(made.filter((name) => !name.includes("_migration"))).toEqual(await listed(former));
    await run(store, ENDPOINT);
    expect(await store.webhookEndpoints.list()).toMatchObject([{ id: "crm", events: null }]);
  });

  it("keep tables and rows where the base made them, and the feature goes on with these", async () => {
    const database = await open();
    const former = database.without();
    await startFormer(former);
    await run(former, ENDPOINT);
    const store = database.featured();
    expect((await store.planMigrations()).map(({ id, locks }) => [id, locks.length > 0])).toEqual([
      ["0001-webhooks", true],
    ]);
    await store.migrate();
    expect(await store.health()).toBe("ready");
    expect(await store.webhookEndpoints.list()).toMatchObject([{ id: "crm", events: null }]);
    expect(await pendingForFormer(store)).toEqual([]);
  });

  it("keep tables and rows where the base made them, and the feature is not there", async () => {
    const database = await open();
    const former = database.without();
    await startFormer(former);
    await run(former, ENDPOINT);
    const store = database.without();
    expect(await store.planMigrations()).toEqual([]);
    await store.migrate();
    expect(await run(store, "select id from auth_webhook_endpoint")).toEqual([{ id: "crm" }]);
  });

  it("get their tables when the feature comes later", async () => {
    const database = await open();
    await database.without().migrate();
    const store = database.featured();
    expect(await store.health()).toBe("migrations_pending");
    await store.migrate();
    expect(await store.health()).toBe("ready");
    expect(await store.webhookDeliveries.listDead(null, 10)).toEqual([]);
  });

  it("are known to the release before, whether or not the database was made with the feature", async () => {
    const ledger = (store: KyselyStore) =>
      run(store, "select id, checksum from auth_migration order by id");
    const former = (await open()).without();
    await startFormer(former);
    for (const kind of ["without", "featured"] as const) {
      const database = await open();
      const store: KyselyStore = database[kind]();
      await store.migrate();
      expect(await ledger(store)).toEqual(await ledger(former));
      expect(await pendingForFormer(store)).toEqual([]);
      await startFormer(store);
    }
  });

  it.each([0, 5, 8])(
    "are made once when both releases start at once, on a database with %i migrations",
    async (count) => {
      const database = await open();
      const earlier = { ...RELEASED, migrations: RELEASED.migrations.slice(0, count) };
      if (count > 0) await applyMigrations(engineOf(database.without()), earlier);
      const [former, store] = [database.without(), database.featured()];
      const [others, more] = [database.without(), database.featured()];
      await Promise.all([
        startFormer(former),
        store.migrate(),
        startFormer(others),
        more.migrate(),
      ]);
      expect(await store.health()).toBe("ready");
      expect(await pendingForFormer(former)).toEqual([]);
      await run(former, ENDPOINT);
      expect(await more.webhookEndpoints.list()).toMatchObject([{ id: "crm" }]);
    },
  );
});

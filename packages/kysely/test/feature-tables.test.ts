import { toId } from "@acme/auth-core";
import type { LeaseToken } from "@acme/auth-core/store";
import { keysOf } from "@acme/auth-testing/keys-of";
import { CompiledQuery } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { guardedStore, kyselyOf, runMigrations } from "../src/index.js";
import { createSqliteStore, openMemoryStore } from "../src/sqlite.js";
import type { FeatureTables, MigrationSet } from "../src/tables.js";
import { enginesWith } from "./engines-with.js";
import { type Entry, waitingTables } from "./waiting-list.js";

const FEATURES = [waitingTables] as const;
const NOW = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-02T12:00:00.000Z");
const RETENTION = { invitations: 0, auditEntries: 0, subscriberCalls: 0 };

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  email: `${id}@example.com`,
  sealed: `key-one.${id}`,
  createdAt: NOW,
  expiresAt: LATER,
  ...more,
});

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const ENGINES = enginesWith(FEATURES, cleanUps);

describe.each(keysOf(ENGINES))("the tables of a feature on %s", (engine) => {
  async function openBoth() {
    const opened = await ENGINES[engine]();
    const [without, store] = [opened.without(), opened.featured()];
    cleanUps.push(without.close, store.close);
    return { without, store };
  }

  async function openMigrated() {
    const { store } = await openBoth();
    await store.migrate();
    return store;
  }

  it("are migrated behind those of the base, with a ledger of their own", async () => {
    const { store } = await openBoth();
    const planned = (await store.planMigrations()).map(({ namespace, id }) => `${namespace}/${id}`);
    expect(planned.slice(-2)).toEqual(["auth/0019-own-fields", "waiting/0001-entries"]);
    await store.migrate();
    expect(await store.planMigrations()).toEqual([]);
    const rows = await store.transaction(async (tx) => {
      const query = CompiledQuery.raw("select id from waiting_migration");
      return (await kyselyOf(tx).executeQuery(query)).rows;
    });
    expect(rows).toEqual([{ id: "0001-entries" }]);
  });

  it("are pending until they are applied, for a store that has the feature alone", async () => {
    const { without, store } = await openBoth();
    await without.migrate();
    expect([await without.health(), await store.health()]).toEqual(["ready", "migrations_pending"]);
    await store.migrate();
    expect([await without.health(), await store.health()]).toEqual(["ready", "ready"]);
  });

  it("have stores at the top and in each transaction, which commits and rolls back with the base", async () => {
    const store = await openMigrated();
    await store.transaction(async (tx) => {
      await tx.waitingEntries.insert(entry("ada"));
      expect(await tx.waitingEntries.find("ada")).toEqual(entry("ada"));
    });
    const undone = store.transaction(async (tx) => {
      await tx.waitingEntries.insert(entry("eve"));
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await store.waitingEntries.list()).toEqual([entry("ada")]);
  });

  it("can be queues", async () => {
    const store = await openMigrated();
    const call = { id: "one", attempts: 0, nextAttemptAt: NOW, createdAt: NOW };
    await store.waitingCalls.enqueue(call);
    const lease = toId<LeaseToken>("lease");
    expect(await store.waitingCalls.claimDue(NOW, 5, lease, LATER)).toMatchObject([{ id: "one" }]);
    expect(await store.waitingCalls.complete("one", lease)).toBe(true);
    expect(await store.waitingCalls.countBacklog(NOW)).toMatchObject({ queued: 0, dead: 0 });
  });

  it("lose rows by the sweep as their lifetimes say", async () => {
    const store = await openMigrated();
    await store.waitingEntries.insert(entry("ended", { expiresAt: NOW }));
    await store.waitingEntries.insert(entry("live"));
    expect(await store.sweep(NOW, 10, RETENTION)).toBe(1);
    expect((await store.waitingEntries.list()).map(({ id }) => id)).toEqual(["live"]);
  });

  it("name the keys of what they hold sealed", async () => {
    const store = await openMigrated();
    await store.waitingEntries.insert(entry("one"));
    await store.waitingEntries.insert(entry("two", { sealed: "key-two.two", createdAt: LATER }));
    expect(await store.listKeyUses()).toEqual([
      { kind: "waiting/entry", keyId: "key-one.", rows: 1, oldestAt: NOW },
      { kind: "waiting/entry", keyId: "key-two.", rows: 1, oldestAt: LATER },
    ]);
  });
});

it("a store in memory has the tables of its own list of features alone", async () => {
  const stores = [await openMemoryStore(), await openMemoryStore({ features: FEATURES })] as const;
  const [without, featured] = stores;
  const again = await openMemoryStore({ features: [waitingTables] });
  await featured.waitingEntries.insert(entry("ada"));
  expect(await again.waitingEntries.list()).toEqual([]);
  expect("waitingEntries" in without).toBe(false);
  await expect(
    without.transaction(async (tx) => {
      await kyselyOf(tx).executeQuery(CompiledQuery.raw("select id from waiting_entry"));
    }),
  ).rejects.toThrow("no such table");
  for (const store of [...stores, again]) await store.close();
});

it("each store of a transaction is built once, when it is read", async () => {
  const store = await openMemoryStore({ features: FEATURES, guarded: false });
  await store.transaction((tx) => {
    expect(tx.users).toBe(tx.users);
    expect(tx.waitingEntries).toBe(tx.waitingEntries);
    return Promise.resolve();
  });
  await store.close();
});

it("a guarded store watches over the stores of features, too", async () => {
  const store = guardedStore(await openMemoryStore({ features: FEATURES }));
  const outside = store.transaction(async () => {
    await store.waitingEntries.list();
  });
  await expect(outside).rejects.toThrow(
    "store.waitingEntries.list was called inside a transaction; use its tx",
  );
  await store.close();
});

describe("features that cannot be opened together", () => {
  type Any = FeatureTables<object, Record<string, Record<string, unknown>>>;
  const none: MigrationSet = { namespace: "notes", migrations: [] };
  const feature = (more: Partial<Any> = {}): Any => ({
    name: "notes",
    migrations: none,
    stores: {},
    lifetimes: {},
    ...more,
  });
  const opening = (...features: readonly Any[]) => {
    try {
      createSqliteStore(":memory:", { features });
    } catch (thrown) {
      return thrown;
    }
    return "opened";
  };

  it("are refused with all that is wrong", () => {
    const stores: object = { users: () => () => ({}), sweep: () => () => ({}) };
    const thrown = opening(
      waitingTables,
      feature({
        stores,
        lifetimes: { auth_user: null },
        sealed: { mail: ["auth_outbox_mail", "sealed"] },
      }),
      feature({ name: "waiting", migrations: { namespace: "waiting", migrations: [] } }),
    );
    expect(thrown).toBeInstanceOf(RangeError);
    expect(String(thrown).split("; ")).toEqual([
      'RangeError: tables of features: notes: the store "users" belongs to the base',
      'notes: the store "sweep" belongs to the base',
      'notes: the table "auth_user" belongs to the base',
      'notes: the kind "mail" of sealed values belongs to the base',
      'waiting: the feature "waiting" belongs to waiting',
      'waiting: the namespace "waiting" belongs to waiting',
      'waiting: the table "waiting_migration" belongs to waiting',
      'notes: the table "auth_user" does not begin with notes_',
      'notes: "mail" is kept in "auth_outbox_mail", no table of it',
    ]);
  });

  it.each([
    ["auth", 'the namespace "auth" belongs to the base'],
    ["auth_mailed", 'the namespace "auth_mailed" takes in "auth_mailed_link" of the base'],
    ["wait", "opened"],
  ])("have the namespace %s", (namespace, said) => {
    const thrown = opening(waitingTables, feature({ migrations: { ...none, namespace } }));
    expect(String(thrown)).toContain(said);
  });

  it("may begin with the library's own namespace, which an application's own migrations may not", async () => {
    const set: MigrationSet = {
      namespace: "auth_notes",
      migrations: [
        { id: "0001-notes", statements: () => ["create table auth_notes_note (id integer)"] },
      ],
    };
    const features = [feature({ migrations: set, lifetimes: { auth_notes_note: null } })];
    const store = await openMemoryStore({ features });
    expect(await store.health()).toBe("ready");
    await expect(runMigrations(store, set)).rejects.toThrow("the library's own namespace");
    await store.close();
  });
});

import { createHash } from "node:crypto";
import { join } from "node:path";
import { toId, type UserId } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { anyNumber, stringMatching } from "@acme/auth-testing/matchers";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import { CompiledQuery } from "kysely";
import { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { inject } from "vitest";
import {
  kyselyOf,
  type KyselyStore,
  type Migration,
  type MigrationSet,
  type MovedMigration,
  planMigrations,
  requireMigrations,
  runMigrations,
} from "../src/index.js";
import { engineOf } from "../src/kysely-store.js";
import { applyMigrations, pendingMigrations } from "../src/migrate.js";
import { initial } from "../src/migrations/0001-initial.js";
import { passwordsAndLinks } from "../src/migrations/0002-passwords-and-links.js";
import { passkeysAndAccounts } from "../src/migrations/0003-passkeys-and-accounts.js";
import { invitationsAndMembers } from "../src/migrations/0004-invitations.js";
import { endOfAccounts } from "../src/migrations/0005-end-of-accounts.js";
import { OWN_MIGRATIONS } from "../src/migrations/own-migrations.js";
import { createPostgresStore } from "../src/postgres.js";
import { createSqliteStore } from "../src/sqlite.js";
import { newFolder, removeFolder } from "./databases.js";
import { buildStoreHost, startSecondProcess } from "./second-process.js";

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const run = (store: KyselyStore, sql: string): Promise<readonly unknown[]> =>
  store.transaction(async (tx) => (await kyselyOf(tx).executeQuery(CompiledQuery.raw(sql))).rows);

/** As users were written before the latest columns, which today's statements name. */
const insertFormerUser = (store: KyselyStore, name: string, emailVerified: boolean) =>
  run(
    store,
    `insert into auth_user (id, email, email_verified, name, created_at, updated_at)
      values ('${name}', '${name}@example.com', ${emailVerified}, '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
  );

const ENGINES = {
  SQLite(): () => KyselyStore {
    const folder = newFolder();
    cleanUps.push(() => removeFolder(folder));
    return () => createSqliteStore(join(folder, "auth.db"));
  },
  async Postgres(): Promise<() => KyselyStore> {
    const connectionString = await createDatabase(inject("postgresUrl"));
    return () => createPostgresStore(new Pool({ connectionString, max: 2 }));
  },
} as const;

describe.each(keysOf(ENGINES))("migrations on %s", (engine) => {
  /** Opens stores on one new database. */
  async function newDatabase(): Promise<() => KyselyStore> {
    const open = await ENGINES[engine]();
    return () => {
      const store = open();
      cleanUps.push(store.close);
      return store;
    };
  }

  it("are pending until they are applied", async () => {
    const store = (await newDatabase())();
    expect(await store.health()).toBe("migrations_pending");
    await store.migrate();
    expect(await store.health()).toBe("ready");
  });

  it("of an application are pending too, where the store is told that it needs them", async () => {
    const store = (await newDatabase())();
    await store.migrate();
    const tableOf = (namespace: string): MigrationSet => ({
      namespace,
      migrations: [
        { id: "0001-one", statements: () => [`create table ${namespace}_one (id integer)`] },
      ],
    });
    const [notes, tags, unheard] = [tableOf("notes"), tableOf("tags"), tableOf("unheard")];
    for (const set of [notes, tags]) requireMigrations(store, set);
    const seen = [];
    for (const set of [notes, unheard, tags]) {
      seen.push(await store.health());
      await runMigrations(store, set);
    }
    expect(seen).toEqual(Array(3).fill("migrations_pending"));
    expect(await store.health()).toBe("ready");
  });

  it("are planned with their statements, in their order, and planning applies none", async () => {
    const store = (await newDatabase())();
    const planned = await store.planMigrations();
    expect(planned.map(({ id }) => id).slice(0, 2)).toEqual([
      "0001-initial",
      "0002-passwords-and-links",
    ]);
    expect(planned[0]!.statements[0]).toMatch(/^create table auth_/);
    expect(await store.health()).toBe("migrations_pending");
    await store.migrate();
    expect(await store.planMigrations()).toEqual([]);
    const set = {
      namespace: "notes",
      migrations: [
        { id: "0001-notes", statements: () => ["create table notes_note (id integer)"] },
      ],
    };
    expect(await planMigrations(store, set)).toEqual([
      {
        namespace: "notes",
        id: "0001-notes",
        phase: "expand",
        oldestSchema: 0,
        statements: ["create table notes_note (id integer)"],
        locks: [],
      },
    ]);
    await runMigrations(store, set);
    expect(await planMigrations(store, set)).toEqual([]);
  });

  it("are worked out once, however often readiness is asked for", async () => {
    const store = (await newDatabase())();
    let worked = 0;
    const statements: Migration["statements"] = ({ id }) => {
      worked++;
      return [`create table notes_note (id ${id})`];
    };
    const set = { namespace: "notes", migrations: [{ id: "0001-notes", statements }] };
    await runMigrations(store, set);
    for (let ask = 0; ask < 5; ask++)
      expect(await pendingMigrations(engineOf(store), set)).toEqual([]);
    expect(worked).toBe(1);
  });

  it("are applied once by eight instances that start at once", async () => {
    const open = await newDatabase();
    const stores = Array.from({ length: 8 }, open);
    await Promise.all(stores.map((store) => store.migrate()));
    for (const store of stores) expect(await store.health()).toBe("ready");
    expect(await run(stores[0]!, "select id from auth_migration order by id")).toEqual([
      { id: "0001-initial" },
      { id: "0002-passwords-and-links" },
      { id: "0003-passkeys-and-accounts" },
      { id: "0004-invitations" },
      { id: "0005-end-of-accounts" },
      { id: "0006-account-safety" },
      { id: "0007-notice-budgets" },
      { id: "0008-payloads-of-jobs" },
      { id: "0009-webhooks" },
      { id: "0010-operators" },
      { id: "0011-known-browsers" },
      { id: "0012-locale" },
      { id: "0013-erasures" },
      { id: "0014-last-errors" },
      { id: "0015-reasons-of-tombstones" },
      { id: "0016-sign-in-language" },
      { id: "0017-member-search" },
      { id: "0018-second-factor" },
      { id: "0019-own-fields" },
    ]);
  });

  it("bring a database of the first release up to date: no user reads who tried to sign in to an unverified account, and failed deletions can be cancelled", async () => {
    const store = (await newDatabase())();
    const released = [
      initial,
      passwordsAndLinks,
      passkeysAndAccounts,
      invitationsAndMembers,
      endOfAccounts,
    ];
    await applyMigrations(engineOf(store), { namespace: "auth", migrations: released });
    const instant = new Date("2026-01-01T00:00:00.000Z");
    const EVENTS = [
      "password.refused",
      "code.refused",
      "passkey.refused",
      "user.sign_up_refused",
      "session.opened",
    ] as const;
    for (const name of ["ada", "eve"]) {
      await insertFormerUser(store, name, name === "ada");
      for (const event of EVENTS) {
        // As it was written then: today's statements name columns that come later.
        await run(
          store,
          `insert into auth_audit_entry (id, at, event, user_id, ip_address, user_agent, detail)
              values ('${name}-${event}', '${instant.toISOString()}', '${event}', '${name}', '192.0.2.1', 'x', '{}')`,
        );
      }
      const request = {
        id: name as never,
        userId: toId<UserId>(name),
        status: "pending",
        requestedAt: instant,
        scheduledFor: instant,
      } as const;
      await store.deletionRequests.insertUnlessPending(
        asChecked({
          ...request,
          reason: "",
          endedAt: null,
          errorCode: null,
        }),
      );
      // As the first release wrote it, which knew no payload.
      const [when, attempts] = [instant.toISOString(), name === "ada" ? 5 : 0];
      await run(
        store,
        `insert into auth_job (id, kind, subject, status, attempts, next_attempt_at, created_at) values ('${name}', 'delete-account', '${name}', 'queued', ${attempts}, '${when}', '${when}')`,
      );
    }
    await store.migrate();
    expect(await store.health()).toBe("ready");
    // Whether they have signed in is not known, so they count as having done so.
    expect(await store.users.markSignedIn(toId<UserId>("ada"))).toBe(false);
    const seen = async (name: string) => {
      const entries = await store.audit.listByUser(toId<UserId>(name), null, 10);
      return entries
        .filter(({ ipAddress, userAgent }) => ipAddress !== null && userAgent !== null)
        .map(({ event }) => event);
    };
    expect(await seen("ada")).toHaveLength(EVENTS.length);
    expect(await seen("eve")).toEqual(["session.opened"]);
    expect(await store.deletionRequests.find(toId("ada"))).toMatchObject({
      status: "pending",
      errorCode: "ERASURE_FAILED",
    });
    expect(await store.deletionRequests.find(toId("eve"))).toMatchObject({
      status: "pending",
      errorCode: null,
    });
  });

  it("change nothing when they are applied already", async () => {
    const store = (await newDatabase())();
    await store.migrate();
    const before = await run(store, "select * from auth_migration");
    await store.migrate();
    expect(await run(store, "select * from auth_migration")).toEqual(before);
  });

  it("refuse a database in which an applied one was another", async () => {
    const store = (await newDatabase())();
    await store.migrate();
    await run(store, "update auth_migration set checksum = 'another'");
    await expect(store.migrate()).rejects.toThrow(
      "auth: migration 0001-initial was changed after it had been applied",
    );
    await expect(store.health()).rejects.toThrow("was changed");
  });

  it("refuse a database that a newer release migrated without saying who can live with it", async () => {
    const store = (await newDatabase())();
    await store.migrate();
    await run(
      store,
      "insert into auth_migration (id, checksum, applied_at) select '0999-future', checksum, applied_at from auth_migration where id = '0001-initial'",
    );
    const refusal = {
      code: "SCHEMA_TOO_NEW",
      message: stringMatching(
        /^auth: this release knows migrations up to \d{4}-[a-z-]+, and the database has 0999-future, which works with releases from migration 0999 on\. Start a newer release/,
      ),
    };
    await expect(store.migrate()).rejects.toMatchObject(refusal);
    await expect(store.health()).rejects.toMatchObject(refusal);
    await expect(store.planMigrations()).rejects.toMatchObject(refusal);
  });

  describe("of an application", () => {
    const create = (name: string): Migration => ({
      id: name,
      statements: ({ id, integer, tableEnd }) => [
        `create table shop_${name.slice(5)} (id ${id} primary key, price ${integer})${tableEnd}`,
      ],
    });
    const shop = (...names: readonly string[]) => ({
      namespace: "shop",
      migrations: names.map(create),
    });

    it("run through the same runner under their own names", async () => {
      const store = (await newDatabase())();
      await runMigrations(store, shop("0001-cart"));
      await runMigrations(store, shop("0001-cart", "0002-order"));
      expect(await run(store, "select * from shop_cart union select * from shop_order")).toEqual(
        [],
      );
      expect(await run(store, "select id from shop_migration order by id")).toEqual([
        { id: "0001-cart" },
        { id: "0002-order" },
      ]);
      expect(await store.health()).toBe("migrations_pending");
    });

    const removal: Migration = {
      id: "0003-one-table",
      oldestSchema: 2,
      statements: () => ["drop table shop_cart"],
    };

    it("of a newer release are no obstacle to an earlier one that they say can live with them", async () => {
      const store = (await newDatabase())();
      await runMigrations(store, shop("0001-cart"));
      await runMigrations(store, shop("0001-cart", "0002-order"));
      const earlier = shop("0001-cart");
      await runMigrations(store, earlier);
      expect(await planMigrations(store, earlier)).toEqual([]);
      const newest = {
        namespace: "shop",
        migrations: [...shop("0001-cart", "0002-order").migrations, removal],
      };
      expect(await planMigrations(store, newest)).toMatchObject([
        { id: "0003-one-table", phase: "contract", oldestSchema: 2 },
      ]);
      await runMigrations(store, newest);
      await runMigrations(store, shop("0001-cart", "0002-order"));
      await expect(runMigrations(store, earlier)).rejects.toThrow(
        "shop: this release knows migrations up to 0001-cart, and the database has 0003-one-table, which works with releases from migration 0002 on.",
      );
      expect(await run(store, "select id, oldest_schema from shop_migration order by id")).toEqual([
        { id: "0001-cart", oldest_schema: 0 },
        { id: "0002-order", oldest_schema: 0 },
        { id: "0003-one-table", oldest_schema: 2 },
      ]);
    });

    it("let an earlier release start while a newer one migrates", async () => {
      const open = await newDatabase();
      const [earlier, newer] = [open(), open()];
      await runMigrations(earlier, shop("0001-cart"));
      await engineOf(newer).migration(() => runMigrations(earlier, shop("0001-cart")));
    });

    it("go on in the ledger of an earlier release, which that release goes on reading", async () => {
      const store = (await newDatabase())();
      await runMigrations(store, shop("0001-cart"));
      await run(store, "alter table shop_migration drop column oldest_schema");
      await runMigrations(store, shop("0001-cart"));
      await runMigrations(store, shop("0001-cart", "0002-order"));
      expect(await run(store, "select id, oldest_schema from shop_migration order by id")).toEqual([
        { id: "0001-cart", oldest_schema: null },
        { id: "0002-order", oldest_schema: 0 },
      ]);
    });

    it("are refused when they are declared as what they cannot be", async () => {
      const store = (await newDatabase())();
      const declared = (what: Partial<Migration>) =>
        runMigrations(store, {
          namespace: "shop",
          migrations: [create("0001-cart"), { ...removal, id: "0002-one-table", ...what }],
        });
      await expect(declared({ phase: "expand" })).rejects.toThrow(
        "migration 0002-one-table is declared as expand",
      );
      await expect(declared({ oldestSchema: 3 })).rejects.toThrow(
        "oldestSchema must be a number from 0 to 2",
      );
    });

    it("are all rolled back when one of them fails", async () => {
      const store = (await newDatabase())();
      const broken: Migration = {
        id: "0002-broken",
        statements: () => ["create table shop_broken (id no such type, )"],
      };
      await expect(
        runMigrations(store, { namespace: "shop", migrations: [create("0001-cart"), broken] }),
      ).rejects.toThrow();
      await runMigrations(store, shop("0001-cart"));
      expect(await run(store, "select id from shop_migration")).toEqual([{ id: "0001-cart" }]);
    });

    it("are each in a transaction of their own in a database that is in use, and what was done stays", async () => {
      const store = (await newDatabase())();
      await runMigrations(store, shop("0001-cart"));
      const broken: Migration = {
        id: "0003-broken",
        statements: () => ["create table shop_broken (id no such type, )"],
      };
      const set = (...more: readonly Migration[]) => ({
        namespace: "shop",
        migrations: [...shop("0001-cart", "0002-order").migrations, ...more],
      });
      await expect(runMigrations(store, set(broken))).rejects.toThrow();
      expect((await planMigrations(store, set(broken))).map(({ id }) => id)).toEqual([
        "0003-broken",
      ]);
      await runMigrations(store, set(create("0003-broken")));
      expect(await run(store, "select * from shop_broken")).toEqual([]);
    });

    it("are planned with the locks that they take on tables that are there, and how large these are", async () => {
      const store = (await newDatabase())();
      await runMigrations(store, shop("0001-cart"));
      await run(store, "insert into shop_cart values ('a', 1)");
      const lines: Migration = {
        id: "0002-line",
        statements: () => [
          "create table shop_line (id integer)",
          "alter table shop_cart add column note text",
          "create index shop_cart_price on shop_cart (price)",
        ],
      };
      const set = { namespace: "shop", migrations: [create("0001-cart"), lines] };
      const [planned] = await planMigrations(store, set);
      expect(planned?.locks).toEqual([
        engine === "Postgres"
          ? {
              table: "shop_cart",
              lock: "ACCESS EXCLUSIVE",
              rows: null,
              bytes: anyNumber(),
              goesThroughRows: false,
            }
          : { table: "shop_cart", lock: "WRITE", rows: 1, bytes: null, goesThroughRows: true },
      ]);
    });

    it("are planned with what goes through all rows while the locks are held", async () => {
      const store = (await newDatabase())();
      await runMigrations(store, shop("0001-cart"));
      const planOf = async (...statements: readonly string[]) => {
        const migration: Migration = { id: "0002-more", statements: () => statements };
        const set = { namespace: "shop", migrations: [create("0001-cart"), migration] };
        const [planned] = await planMigrations(store, set);
        return planned?.locks.map(({ goesThroughRows }) => goesThroughRows);
      };
      const adding = "alter table shop_cart add column";
      expect(await planOf(`${adding} note text`)).toEqual([false]);
      expect(await planOf(`${adding} made text not null default (lower('X'))`)).toEqual([false]);
      if (engine === "Postgres") {
        expect(await planOf(`${adding} made timestamptz default now()`)).toEqual([false]);
        expect(await planOf(`${adding} key uuid default gen_random_uuid()`)).toEqual([true]);
      }
      expect(await planOf("update shop_cart set price = 0")).toEqual([true]);
    });

    it("are planned with the lock that dropping an index takes on its table", async () => {
      const store = (await newDatabase())();
      await runMigrations(store, shop("0001-cart"));
      await run(store, "create index shop_cart_price on shop_cart (price)");
      const dropping: Migration = {
        id: "0002-drop",
        phase: "contract",
        statements: () => [
          "insert into shop_cart values ('a', 1)",
          "drop index shop_cart_price",
          "drop index if exists shop_cart_none",
        ],
      };
      const set = { namespace: "shop", migrations: [create("0001-cart"), dropping] };
      const [planned] = await planMigrations(store, set);
      expect(planned?.locks).toMatchObject([
        { table: "shop_cart", lock: engine === "Postgres" ? "ACCESS EXCLUSIVE" : "WRITE" },
      ]);
    });

    it("empty the reasons of tombstones, and the sweep those that an earlier release leaves beside it", async () => {
      const store = (await newDatabase())();
      const { namespace, migrations } = OWN_MIGRATIONS;
      await applyMigrations(engineOf(store), { namespace, migrations: migrations.slice(0, 14) });
      await insertFormerUser(store, "ada", true);
      const instant = "'2026-01-01T00:00:00.000Z'";
      const insertTombstones = (name: string, rows: number, owner: string) =>
        run(
          store,
          `insert into auth_deletion_request (id, user_id, status, requested_at, scheduled_for, reason, ended_at, error_code)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
          select '${name}-' || cast(n as text), ${owner}, 'completed', ${instant}, ${instant}, 'Ada, 12 Row Lane', ${instant}, null from numbers`,
        );
      const told = () =>
        run(store, "select id from auth_deletion_request where reason <> '' order by id");
      await insertTombstones("earlier", 2_100, "null");
      await insertTombstones("hers", 1, "'ada'");
      await store.migrate();
      expect(await told()).toEqual([{ id: "hers-1" }]);

      await insertTombstones("beside", 3, "null");
      const retention = { invitations: 0, auditEntries: 0, subscriberCalls: 0 };
      const sweep = () => store.sweep(new Date("2026-01-01T00:00:00.000Z"), 2, retention);
      expect(await sweep()).toBe(2);
      expect(await told()).toHaveLength(2);
      expect([await sweep(), await sweep()]).toEqual([1, 0]);
      expect(await told()).toEqual([{ id: "hers-1" }]);
    });

    it("rewrite rows some at a time, until none is left that is to be changed", async () => {
      const store = (await newDatabase())();
      await runMigrations(store, shop("0001-cart"));
      const rows = ["a", "b", "c", "d", "e"].map((id) => `('${id}', null)`);
      await run(store, `insert into shop_cart values ${rows.join(", ")}`);
      const prices: Migration = {
        id: "0002-prices",
        statements: () => [],
        rewrites: () => [
          "update shop_cart set price = (select count(price) from shop_cart) where id in (select id from shop_cart where price is null order by id limit 2)",
        ],
      };
      await runMigrations(store, {
        namespace: "shop",
        migrations: [create("0001-cart"), prices],
      });
      const changed = await run(
        store,
        "select id, cast(price as text) as price from shop_cart order by id",
      );
      expect(changed).toEqual([
        { id: "a", price: "0" },
        { id: "b", price: "0" },
        { id: "c", price: "2" },
        { id: "d", price: "2" },
        { id: "e", price: "4" },
      ]);
      expect(await run(store, "select unfinished from shop_migration")).toEqual([
        { unfinished: null },
        { unfinished: null },
      ]);
    });

    it("rewrite rows of a new database before a later one takes away what the rewrite reads", async () => {
      const store = (await newDatabase())();
      const moves: readonly Migration[] = [
        {
          id: "0002-cents",
          statements: () => [
            "insert into shop_cart values ('a', 3)",
            "alter table shop_cart add column cents integer",
          ],
          rewrites: () => ["update shop_cart set cents = price * 100 where cents is null"],
        },
        { id: "0003-price", statements: () => ["alter table shop_cart drop column price"] },
      ];
      const set = { namespace: "shop", migrations: [create("0001-cart"), ...moves] };
      await runMigrations(store, set);
      expect(await run(store, "select cast(cents as text) as cents from shop_cart")).toEqual([
        { cents: "300" },
      ]);
      expect(await planMigrations(store, set)).toEqual([]);
    });

    describe("of which one has moved to a feature", () => {
      const tables = ["create table shop_order (id integer)"];
      const before: readonly Migration[] = [
        create("0001-cart"),
        { id: "0002-order", statements: () => tables },
        { id: "0003-note", statements: () => ["create table shop_note (id integer)"] },
      ];
      const checksum = createHash("sha256").update(JSON.stringify(tables)).digest("hex");
      const moved: MovedMigration = {
        id: "0002-order",
        movedTo: "shop_order",
        checksums: { postgres: checksum, sqlite: checksum },
      };
      const released = { namespace: "shop", migrations: before };
      const now = { namespace: "shop", migrations: [before[0]!, moved, before[2]!] };
      const ledgerOf = (store: KyselyStore) =>
        run(store, "select id, checksum from shop_migration order by id");

      it("record it without its statements, in the words of the release that had them", async () => {
        const [store, other] = [(await newDatabase())(), (await newDatabase())()];
        const planned = await planMigrations(store, now);
        expect(planned.map(({ id, statements }) => [id, statements.length])).toEqual([
          ["0001-cart", 1],
          ["0002-order", 0],
          ["0003-note", 1],
        ]);
        await runMigrations(store, now);
        await expect(run(store, "select id from shop_order")).rejects.toThrow("shop_order");
        await runMigrations(other, released);
        expect(await ledgerOf(store)).toEqual(await ledgerOf(other));
        expect(await planMigrations(store, released)).toEqual([]);
      });

      it("leave the tables alone of a database that ran them, and go on with it", async () => {
        const store = (await newDatabase())();
        const { namespace, migrations } = released;
        await runMigrations(store, { namespace, migrations: migrations.slice(0, 2) });
        await run(store, "insert into shop_order values (7)");
        expect((await planMigrations(store, now)).map(({ id }) => id)).toEqual(["0003-note"]);
        await runMigrations(store, now);
        expect(await run(store, "select id from shop_order")).toEqual([{ id: 7 }]);
        expect(await planMigrations(store, released)).toEqual([]);
      });

      it("refuse a database that ran other statements", async () => {
        const store = (await newDatabase())();
        const other: Migration = {
          id: "0002-order",
          statements: () => ["create table shop_order (id bigint)"],
        };
        await runMigrations(store, { namespace: "shop", migrations: [before[0]!, other] });
        await expect(runMigrations(store, now)).rejects.toThrow(
          "shop: migration 0002-order was changed after it had been applied",
        );
      });
    });

    it("touch no tables but their own, and change nothing when one would", async () => {
      const store = (await newDatabase())();
      await store.migrate();
      const statements = ["create table shop_order (id integer)", "drop table auth_user"];
      const foreign: Migration = { id: "0002-order", statements: () => statements };
      const set = { namespace: "shop", migrations: [create("0001-cart"), foreign] };
      await expect(runMigrations(store, set)).rejects.toThrow(
        "shop: statement 2 of migration 0002-order changes auth_user, whose name does not begin with shop_",
      );
      await runMigrations(store, shop("0001-cart"));
      expect(await store.health()).toBe("ready");
      await expect(
        runMigrations(store, { namespace: "auth_more", migrations: [] }),
      ).rejects.toThrow("the library's own namespace");
    });

    it("may have no gap in what was applied", async () => {
      const store = (await newDatabase())();
      await runMigrations(store, shop("0001-cart", "0002-order"));
      await run(store, "delete from shop_migration where id = '0001-cart'");
      await expect(runMigrations(store, shop("0001-cart", "0002-order"))).rejects.toThrow(
        "shop: migration 0002-order was applied, but 0001-cart before it was not",
      );
    });

    it("may have no gap in their numbers, no name that is no name, and not the library's", async () => {
      const store = (await newDatabase())();
      await expect(runMigrations(store, shop("0002-order"))).rejects.toThrow(
        '"0002-order" should begin with 0001-',
      );
      await expect(runMigrations(store, shop("0001-cart", "0001-order"))).rejects.toThrow(
        '"0001-order" should begin with 0002-',
      );
      await expect(runMigrations(store, { namespace: "shop; --", migrations: [] })).rejects.toThrow(
        "cannot begin the name of a table",
      );
      await expect(runMigrations(store, { namespace: "auth", migrations: [] })).rejects.toThrow(
        "the library's own namespace",
      );
    });
  });
});

describe("four processes on one SQLite file", () => {
  let host: Awaited<ReturnType<typeof buildStoreHost>>;
  beforeAll(async () => void (host = await buildStoreHost()));
  afterAll(() => host.remove());

  it("all start at once, and each finds the schema complete", async () => {
    const folder = newFolder();
    cleanUps.push(() => removeFolder(folder));
    const processes = Array.from({ length: 4 }, () =>
      startSecondProcess(host.program, join(folder, "auth.db")),
    );
    await Promise.all(processes.map(({ store }) => store.migrate()));
    expect(await Promise.all(processes.map(({ store }) => store.health()))).toEqual([
      "ready",
      "ready",
      "ready",
      "ready",
    ]);
    await Promise.all(processes.map(({ stop }) => stop()));
  });
});

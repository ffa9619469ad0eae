import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import { readJson } from "@acme/auth-testing/read-json";
import { Pool, type PoolClient } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { type Migration, planMigrations, runMigrations } from "../src/index.js";
import { createPostgresStore, type PostgresStore } from "../src/postgres.js";

const WAITS = { timeout: 20_000, interval: 20 };

let store: PostgresStore;
let witness: Pool;
let user: PoolClient;

const cart: Migration = {
  id: "0001-cart",
  statements: ({ id, integer }) => [`create table shop_cart (id ${id}, price ${integer})`],
};
const shop = (...more: readonly Migration[]) => ({
  namespace: "shop",
  migrations: [cart, ...more],
});
const priceIndex = (unique = ""): Migration => ({
  id: "0002-price",
  phase: "expand",
  statements: () => [`create ${unique}index shop_cart_price on shop_cart (price)`],
});
const query = async (text: string): Promise<readonly unknown[]> =>
  (await witness.query<Record<string, unknown>>(text)).rows;
const indexState = () =>
  query(
    "select indexrelid::text as id, indisvalid as valid from pg_index where indexrelid = to_regclass('shop_cart_price')",
  );

beforeEach(async () => {
  const connectionString = await createDatabase(inject("postgresUrl"));
  witness = new Pool({ connectionString });
  store = createPostgresStore(new Pool({ connectionString, max: 1 }), { timeouts: { lock: 200 } });
  await runMigrations(store, shop());
  await query("insert into shop_cart values ('a', 1), ('b', 1)");
  user = await witness.connect();
});
afterEach(async () => {
  user.release();
  await store.close();
  await witness.end();
});

describe("an index on a table that is in use", () => {
  it("is built while rows are written, however long a transaction lasts that began before it", async () => {
    await user.query("begin; insert into shop_cart values ('c', 3)");
    const migrated = runMigrations(store, shop(priceIndex()));
    await vi.waitFor(
      async () => expect(await indexState()).toMatchObject([{ valid: false }]),
      WAITS,
    );
    await query("insert into shop_cart values ('d', 4)");
    // Longer than any lock is waited for.
    await query("select pg_sleep(0.4)");
    await user.query("commit");
    await migrated;
    expect(await indexState()).toMatchObject([{ valid: true }]);
    expect(await planMigrations(store, shop(priceIndex()))).toEqual([]);
  });

  it("is built once by two processes that start at once", async () => {
    await user.query("begin; insert into shop_cart values ('c', 3)");
    const connectionString = witness.options.connectionString ?? "";
    const other = createPostgresStore(new Pool({ connectionString, max: 1 }));
    const both = [store, other].map((each) => runMigrations(each, shop(priceIndex())));
    await vi.waitFor(async () => expect(await indexState()).toHaveLength(1), WAITS);
    const [built] = await indexState();
    await user.query("commit");
    await Promise.all(both);
    expect(await indexState()).toEqual([{ ...readJson(built, "object"), valid: true }]);
    await other.close();
  });

  it("is dropped and built again when a build of it has failed, and counts as pending until then", async () => {
    const set = shop(priceIndex("unique "));
    await expect(runMigrations(store, set)).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    const [failed] = await indexState();
    expect(failed).toMatchObject({ valid: false });
    expect(await planMigrations(store, set)).toMatchObject([
      {
        id: "0002-price",
        statements: ["create unique index concurrently shop_cart_price on shop_cart (price)"],
      },
    ]);
    await query("delete from shop_cart where id = 'b'");
    await runMigrations(store, set);
    const [built] = await indexState();
    expect(built).toMatchObject({ valid: true });
    expect(built).not.toMatchObject(readJson(failed, { id: "string" }));
    expect(await planMigrations(store, set)).toEqual([]);
  });

  it("is waited for while a process that has ended is still building it", async () => {
    await user.query("begin; insert into shop_cart values ('c', 3)");
    const ended = query("create index concurrently shop_cart_price on shop_cart (price)");
    await vi.waitFor(async () => expect(await indexState()).toHaveLength(1), WAITS);
    const [built] = await indexState();
    const migrated = runMigrations(store, shop(priceIndex()));
    await query("select pg_sleep(0.5)");
    await user.query("commit");
    await Promise.all([ended, migrated]);
    expect(await indexState()).toEqual([{ ...readJson(built, "object"), valid: true }]);
  });
});

it("a constraint on a table that is in use holds for new rows first, and is compared with the others behind that", async () => {
  const cheap: Migration = {
    id: "0002-cheap",
    statements: () => ["alter table shop_cart add constraint cheap check (price < 10)"],
  };
  await query("update shop_cart set price = 11 where id = 'b'");
  await expect(runMigrations(store, shop(cheap))).rejects.toMatchObject({ code: "23514" });
  await expect(query("insert into shop_cart values ('c', 12)")).rejects.toMatchObject({
    code: "23514",
  });
  await query("update shop_cart set price = 9 where id = 'b'");
  await runMigrations(store, shop(cheap));
  expect(
    await query("select convalidated as valid from pg_constraint where conname = 'cheap'"),
  ).toEqual([{ valid: true }]);
});

it("a unique index and a constraint that only rewritten rows fulfil come behind the rewrites", async () => {
  await query("update shop_cart set price = null where id = 'a'");
  const priced: Migration = {
    id: "0002-priced",
    statements: () => [
      "alter table shop_cart add constraint priced check (price is not null)",
      "create unique index shop_cart_price on shop_cart (coalesce(price, 1))",
      "create index shop_cart_unpriced on shop_cart (id) where price is null",
    ],
    rewrites: () => ["update shop_cart set price = 0 where price is null"],
  };
  const [planned] = await planMigrations(store, shop(priced));
  expect(planned?.statements.slice(1)).toEqual([
    "create index concurrently shop_cart_unpriced on shop_cart (id) where price is null",
    "update shop_cart set price = 0 where price is null",
    "create unique index concurrently shop_cart_price on shop_cart (coalesce(price, 1))",
    "alter table shop_cart validate constraint priced",
  ]);
  await runMigrations(store, shop(priced));
  expect(await planMigrations(store, shop(priced))).toEqual([]);
});

it("indexes and constraints are known however they are laid out and commented", async () => {
  const cheap: Migration = {
    id: "0002-cheap",
    statements: () => [
      `-- Found by price.
       create  unique index
         if not exists shop_cart_price -- of all
         on shop_cart (id, price); -- done`,
      `/* * Prices; */ alter table shop_cart
         add constraint cheap
         check (price <> 5); -- five is unlucky; others are not`,
    ],
  };
  const [planned] = await planMigrations(store, shop(cheap));
  expect(planned?.statements).toEqual([
    expect.stringMatching(/five is unlucky; others are not\nnot valid$/),
    expect.stringMatching(/^create unique index concurrently shop_cart_price on shop_cart /),
    "alter table shop_cart validate constraint cheap",
  ]);
  await runMigrations(store, shop(cheap));
  expect(await indexState()).toMatchObject([{ valid: true }]);
  expect(
    await query("select convalidated as valid from pg_constraint where conname = 'cheap'"),
  ).toEqual([{ valid: true }]);
});

it("a migration that renames the table of an index which is built behind it is refused by name, and changes nothing", async () => {
  const renaming: Migration = {
    id: "0002-basket",
    statements: () => [
      "create index shop_cart_price on shop_cart (price)",
      "alter table shop_cart rename to shop_basket",
    ],
  };
  const refusal =
    "shop: statement 2 of migration 0002-basket removes, renames or needs what statement 1 is about";
  await expect(planMigrations(store, shop(renaming))).rejects.toThrow(refusal);
  await expect(runMigrations(store, shop(renaming))).rejects.toThrow(refusal);
  await runMigrations(store, shop(priceIndex()));
  expect(await indexState()).toMatchObject([{ valid: true }]);
});

it("a rewrite that meets a row which somebody holds lets others have the rows that it has locked, and comes back", async () => {
  await user.query("begin; update shop_cart set price = 2 where id = 'b'");
  const free: Migration = {
    id: "0002-free",
    statements: () => [],
    rewrites: () => ["update shop_cart set price = 0 where price > 0"],
  };
  const migrated = runMigrations(store, shop(free));
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await vi.waitFor(async () => expect(await query(waiting)).toHaveLength(1), WAITS);
  // Locked by the rewrite, which waits for the other one.
  await query("update shop_cart set price = 7 where id = 'a'");
  await user.query("commit");
  await migrated;
  expect(await query("select id, price from shop_cart order by id")).toEqual([
    { id: "a", price: 0 },
    { id: "b", price: 0 },
  ]);
  expect(await planMigrations(store, shop(free))).toEqual([]);
});

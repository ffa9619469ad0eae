import { describeStore } from "@acme/auth-testing/store-contract";
import { PGlite } from "@electric-sql/pglite";
import { expect, it } from "vitest";
import { guardedStore, runMigrations } from "../src/index.js";
import { createPostgresStore } from "../src/postgres.js";
import { type Database, wipePostgres } from "./databases.js";
import { pglitePool } from "./pglite-pool.js";

async function openPglite(): Promise<Database> {
  const store = guardedStore(createPostgresStore(pglitePool(await PGlite.create())));
  await store.migrate();
  return { store, rivals: [], wipe: () => wipePostgres(store), close: store.close };
}

describeStore("PGlite", openPglite);

it("an index is built beside traffic on the only connection there is, which is as before afterwards", async () => {
  const db = await PGlite.create();
  const store = createPostgresStore(pglitePool(db));
  const table = { id: "0001-table", statements: () => ["create table shop_cart (price integer)"] };
  const index = {
    id: "0002-price",
    statements: () => ["create index shop_cart_price on shop_cart (price)"],
  };
  await runMigrations(store, { namespace: "shop", migrations: [table] });
  await runMigrations(store, { namespace: "shop", migrations: [table, index] });
  const { rows } = await db.query(
    "select indisvalid from pg_index where indexrelid = 'shop_cart_price'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
  expect((await db.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "10s" }]);
  await store.close();
});

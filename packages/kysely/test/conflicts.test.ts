import { isStoreConflict, type Tx } from "@acme/auth-core";
import { stringMatching } from "@acme/auth-testing/matchers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { StoreConflict } from "../src/index.js";
import { type Database, openFile, openMemory, openPostgres } from "./databases.js";
import { run } from "./samples.js";

const DATABASES: Readonly<Record<string, () => Promise<Database>>> = {
  "SQLite in memory": openMemory,
  "a SQLite file": openFile,
  Postgres: openPostgres,
};

const TABLE = `create table shop_item (
  id text not null primary key, name text not null unique, price integer check (price > 0))`;

describe.each(Object.entries(DATABASES))("an application's own rows, on %s", (_, open) => {
  let opened: Database;
  beforeAll(async () => {
    opened = await open();
    await opened.store.transaction((tx) => run(tx, TABLE));
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.store.transaction(async (tx) => {
      await run(tx, "delete from shop_item");
      await run(tx, "insert into shop_item values ('one', 'ball', 1)");
    });
  });

  /** How often its work was done, and what a transaction with this statement was rejected with. */
  async function refusalOf(sql: string) {
    let runs = 0;
    const work = (tx: Tx) => {
      runs++;
      return run(tx, sql);
    };
    const thrown = await opened.store.transaction(work).catch((reason: unknown) => reason);
    return { runs, thrown };
  }

  it.each([
    ["primary key", "insert into shop_item values ('one', 'bat', 1)"],
    ["unique column", "insert into shop_item values ('two', 'ball', 1)"],
    ["unique index", "create unique index shop_item_price on shop_item (price)"],
  ])(
    "with a value that its %s has already are a conflict, and are not tried again",
    async (what, sql) => {
      if (what === "unique index")
        await opened.store.transaction((tx) =>
          run(tx, "insert into shop_item values ('two', 'bat', 1)"),
        );
      const { runs, thrown } = await refusalOf(sql);
      expect(runs).toBe(1);
      expect(thrown).toBeInstanceOf(StoreConflict);
      expect(isStoreConflict(thrown)).toBe(true);
    },
  );

  it("are a conflict that says what the driver says, without the values", async () => {
    const { thrown } = await refusalOf("insert into shop_item values ('two', 'ball', 1)");
    expect(thrown).toMatchObject({
      name: "StoreConflict",
      message: stringMatching(/unique constraint.*shop_item.name/i),
      cause: { code: stringMatching(/^(23505|SQLITE_CONSTRAINT_UNIQUE)$/) },
    });
    expect(String(thrown)).not.toContain("ball");
  });

  it("are no conflict when they break another rule", async () => {
    const { thrown } = await refusalOf("insert into shop_item values ('two', 'bat', 0)");
    expect(thrown).toBeInstanceOf(Error);
    expect(isStoreConflict(thrown)).toBe(false);
  });
});

it("a value that Postgres finds taken only at the commit is a conflict too", async () => {
  const { store, close } = await openPostgres();
  try {
    const seats = "create table shop_seat (row integer unique deferrable initially deferred)";
    await store.transaction((tx) => run(tx, seats));
    const failing = store.transaction(async (tx) => {
      await run(tx, "insert into shop_seat values (1), (1)");
      expect(await run(tx, "select row from shop_seat")).toHaveLength(2);
    });
    await expect(failing).rejects.toBeInstanceOf(StoreConflict);
    expect(await store.transaction((tx) => run(tx, "select row from shop_seat"))).toEqual([]);
  } finally {
    await close();
  }
});

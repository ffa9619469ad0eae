import { join } from "node:path";
import { asChecked } from "@acme/auth-testing";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSqliteStore } from "../src/sqlite.js";
import { newFolder, removeFolder } from "./databases.js";
import { NOW, run, someUser } from "./samples.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = newFolder();
  file = join(folder, "auth.db");
});
afterEach(() => removeFolder(folder));

it("a store on an open database keeps its rows there, sets it up and closes it", async () => {
  const database = new SqliteDatabase(file);
  const store = createSqliteStore(database);
  await store.migrate();
  const ada = someUser("ada");
  await store.users.insertUnlessTaken(ada);
  expect(database.prepare("select email from auth_user").all()).toEqual([{ email: ada.email }]);
  const settings = ["journal_mode", "synchronous", "foreign_keys", "busy_timeout"];
  expect(settings.map((name) => database.pragma(name, { simple: true }))).toEqual(["wal", 1, 1, 0]);
  await store.close();
  await store.close();
  expect(database.open).toBe(false);
  const lost = store.users.findByEmail(asChecked("ada@example.com"));
  await expect(lost).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});

it("what reads on an open database waits for the transaction that is open", async () => {
  const store = createSqliteStore(new SqliteDatabase(file));
  await store.migrate();
  const ada = someUser("ada");
  const events: string[] = [];
  const work = store.transaction(async (tx) => {
    await tx.users.insertUnlessTaken(ada);
    await tx.counters.spend("key", 1, 1_000, NOW);
    events.push("the transaction ends");
  });
  const reading = store.users.findByEmail(ada.email).then((found) => {
    events.push("it is read");
    return found;
  });
  await work;
  expect(await reading).toMatchObject({ id: ada.id });
  expect(events).toEqual(["the transaction ends", "it is read"]);
  await store.close();
});

it("a database that cannot be written ahead is refused with the reason", async () => {
  // A temporary database of SQLite's own.
  const store = createSqliteStore(new SqliteDatabase(""));
  await expect(store.migrate()).rejects.toThrow("write-ahead log");
  await store.close();
});

it("each statement is told with its values in their places, and a text with a question mark left as it is", async () => {
  const told: string[] = [];
  const store = createSqliteStore(":memory:", { verbose: (sql) => told.push(sql) });
  await store.transaction(async (tx) => {
    await run(tx, "create table note (id integer, text text, bytes blob, is_done integer)");
    const values = [1, "it's what?", Buffer.from("ab"), null];
    await run(tx, `insert into note values (?, ?, ?, ?)`, values);
    await run(tx, `select '?' as "a?", ? as n`, [2]);
  });
  await store.close();
  expect(told.slice(-3)).toEqual([
    "insert into note values (1, 'it''s what?', x'6162', null)",
    `select '?' as "a?", 2 as n`,
    "commit",
  ]);
});

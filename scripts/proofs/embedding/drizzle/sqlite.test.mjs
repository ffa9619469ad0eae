import assert from "node:assert/strict";
import { it } from "node:test";
import { generated, kit, proveNotes } from "./notes.mjs";

const CONFIG = "--config=src/sqlite/drizzle.config.ts";

it("keeps notes with Drizzle in the SQLite file of the library", async () => {
  process.env.DATABASE_FILE = "data/app.db";
  await kit("generate", CONFIG);
  const [sql, ...others] = generated("drizzle-sqlite");
  assert.deepEqual(others, []);
  assert.match(sql, /REFERENCES `auth_user`\(`id`\) ON UPDATE no action ON DELETE cascade/);
  assert.doesNotMatch(sql, /(CREATE|ALTER|DROP) TABLE `auth_/);

  const { connection, db, store } = await import("./dist/src/sqlite/database.js");
  const ours = () =>
    connection
      .prepare("select name, sql from sqlite_master where name like 'auth%' order by name")
      .all();
  const before = ours();
  assert.ok(before.some(({ name }) => name === "auth_user"));
  assert.match(await kit("generate", CONFIG), /No schema changes/);
  assert.match(await kit("push", "--strict", "--verbose", CONFIG), /No changes detected/);
  assert.deepEqual(ours(), before);

  const { createNotes } = await import("./dist/src/sqlite/notes.js");
  const { drizzleIn } = await import("./dist/src/sqlite/drizzle-in.js");
  const { authUser } = await import("./dist/src/sqlite/auth-tables.js");
  const { notes } = await import("./dist/src/sqlite/schema.js");
  const count = async () => connection.prepare("select count(*) as n from notes_note").get().n;
  const tables = { authUser, notes };
  await proveNotes({ store, createNotes, db, drizzleIn, tables, count });
  await store.close();
  connection.close();
});

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { it } from "node:test";
import { startPostgres } from "@acme/auth-testing/postgres";
import { generated, kit, proveNotes } from "./notes.mjs";

it("keeps notes with Drizzle in the Postgres database of the library", async () => {
  const cluster = await startPostgres();
  process.env.DATABASE_URL = await cluster.createDatabase();
  await kit("generate");
  const [sql, ...others] = generated("drizzle");
  assert.deepEqual(others, []);
  assert.match(sql, /REFERENCES "public"\."auth_user"\("id"\) ON DELETE cascade/);
  assert.doesNotMatch(sql, /(CREATE|ALTER|DROP) TABLE "auth_/);

  const { db, migrateAll, pool, store } = await import("./dist/src/database.js");
  await migrateAll();
  await migrateAll();
  const ours = async () => {
    const { rows } = await pool.query(
      "select tablename from pg_tables where tablename like 'auth%' order by 1",
    );
    return rows.map(({ tablename }) => tablename);
  };
  const before = await ours();
  assert.ok(before.includes("auth_user"));
  assert.match(await kit("generate"), /No schema changes/);
  assert.match(await kit("push", "--strict", "--verbose"), /No changes detected/);
  // Without the filter it would: that is what the page warns of. It asks first, and nobody answers.
  const filtered = readFileSync("drizzle.config.ts", "utf8");
  writeFileSync("unfiltered.config.ts", filtered.replace(/^.*tablesFilter.*$/m, ""));
  const asked = await kit("push", "--verbose", "--config=unfiltered.config.ts");
  assert.match(asked, /DROP TABLE "auth_user" CASCADE/);
  assert.deepEqual(await ours(), before);

  const { createNotes } = await import("./dist/src/notes.js");
  const { drizzleIn } = await import("./dist/src/drizzle-in.js");
  const { authUser } = await import("./dist/src/auth-tables.js");
  const { notes } = await import("./dist/src/schema.js");
  const count = async () =>
    Number((await pool.query("select count(*) from notes_note")).rows[0].count);
  const tables = { authUser, notes };
  await proveNotes({ store, createNotes, db, drizzleIn, tables, count });
  await store.close();
  await pool.end();
  await cluster.stop();
});

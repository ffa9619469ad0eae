import assert from "node:assert/strict";
import { once } from "node:events";
import { it } from "node:test";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { startPostgres } from "@acme/auth-testing/postgres";
import pg from "pg";
import { createApp } from "./dist/src/app.js";
import { migrateNotes } from "./dist/src/notes.js";
import { createVisitor, PORT, SECRET as secret, signUp } from "./visit.mjs";

it("has a permission, a table, a route and an event of its own", async () => {
  const cluster = await startPostgres();
  const pool = new pg.Pool({ connectionString: await cluster.createDatabase() });
  const store = createPostgresStore(pool);
  await store.migrate();
  await migrateNotes(store);
  const told = [];
  const url = `http://localhost:${PORT}`;
  const mailer = { deliver: async () => {} };
  const { app, auth } = createApp({ store, mailer, secret, url, onNote: (n) => told.push(n) });
  const server = app.listen(Number(PORT));
  await once(server, "listening");

  const visit = createVisitor(url);
  await signUp(visit, "ada@example.com");
  assert.equal((await visit("/notes", { text: "Hello" })).status, 403);
  assert.equal((await visit("/api/v1/organizations", { name: "Engines" })).status, 201);
  assert.equal((await visit("/notes", { text: "Hello" })).status, 201);
  assert.match(await (await visit("/notes")).text(), /Hello/);
  assert.equal((await createVisitor(url)("/notes")).status, 401);
  await auth.worker.runDue();
  assert.deepEqual(told, [5]);
  const { rows } = await pool.query("select text from notes_note");
  assert.deepEqual(rows, [{ text: "Hello" }]);

  server.close();
  await auth.close();
  await store.close();
  await cluster.stop();
});

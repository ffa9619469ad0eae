// What the notes do, the same on both databases.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { AuthError, defineErrors, on } from "@acme/auth-core";
import { eq, sql } from "drizzle-orm";
import { createApp } from "./dist/src/app.js";
import { createVisitor, PORT, SECRET as secret, signUp } from "./visit.mjs";

const run = promisify(execFile);

/** What drizzle-kit prints. */
export async function kit(...args) {
  const { stdout, stderr } = await run("npx", ["drizzle-kit", ...args]);
  return stdout + stderr;
}

/** The migrations that drizzle-kit has written. */
export const generated = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));

const mailer = { deliver: async () => {} };
const errors = defineErrors({ CLOSED: { kind: "forbidden", message: "No more users." } });

/** Behind the subscriber of the notes. */
const refuseLate = on("user.created", {
  within: async (_tx, { created }) => {
    if (created.email === "late@example.com") throw new AuthError(errors.CLOSED);
  },
});

/**
 * @param given `tables`: those that Drizzle knows. `count` returns how many notes there are, over a
 * connection of its own.
 */
export async function proveNotes({ store, createNotes, db, count, ...more }) {
  process.env.GRACE_DAYS = "0";
  let made = 0;
  const created = createNotes(db, () => `note-${(made += 1)}`);
  const subscribers = [...created.feature.subscribers, refuseLate];
  const notes = { ...created, feature: { ...created.feature, errors, subscribers } };
  const url = `http://localhost:${PORT}`;
  const { app, auth } = createApp({ store, notes, mailer, secret, url });
  const server = app.listen(Number(PORT));
  await once(server, "listening");

  const visit = createVisitor(url);
  assert.equal((await visit("/api/v1/notes")).status, 401);
  assert.equal((await signUp(visit, "ada@example.com")).status, 200);
  assert.equal((await visit("/api/v1/notes", { text: "Hello" })).status, 201);
  const author = { author: "Ada", email: "ada@example.com" };
  const byText = (one, other) => one.text.localeCompare(other.text);
  assert.deepEqual((await (await visit("/api/v1/notes")).json()).sort(byText), [
    { text: "Hello", ...author },
    { text: "Welcome", ...author },
  ]);

  const late = await signUp(createVisitor(url), "late@example.com");
  assert.equal((await late.json()).code, "CLOSED");
  assert.equal(made, 3, "the subscriber of the notes ran before the refusal");
  assert.equal(await count(), 2);

  const ada = await store.users.findByEmail("ada@example.com");
  await proveRollback({ store, count, authorId: ada.id, ...more });
  await proveEnd({ auth, store, visit, ada, notes, count });
  server.close();
  await auth.close();
}

/** What Drizzle writes in a transaction of the library is rolled back with it. */
async function proveRollback({ store, drizzleIn, tables: { authUser, notes }, count, authorId }) {
  const failing = store.transaction(async (tx) => {
    const drizzle = drizzleIn(tx);
    const values = { id: "note-x", authorId, text: "never" };
    const [note] = await drizzle.insert(notes).values(values).returning();
    assert.equal(note.text, "never");
    assert.ok(note.createdAt);
    const found = await drizzle.select().from(notes).where(eq(notes.id, "note-x"));
    assert.deepEqual(found, [note]);
    const [user] = await drizzle.select().from(authUser);
    assert.equal(user.email, "ada@example.com");
    assert.equal(user.emailVerified, false);
    const join = sql`'the join of two'`.as("join");
    const [quoted] = await drizzle.select({ text: notes.text, join }).from(notes);
    assert.equal(quoted.join, "the join of two");
    assert.deepEqual(drizzle.query, {});
    const joined = drizzle
      .select()
      .from(notes)
      .innerJoin(authUser, eq(authUser.id, notes.authorId));
    await assert.rejects(joined, ({ cause, message }) =>
      /outside of the transaction/.test(`${message} ${cause?.message}`),
    );
    throw new Error("on purpose");
  });
  await assert.rejects(failing, /on purpose/);
  assert.equal(await count(), 2);
}

/** Notes are in the export of their author, and gone with the account. */
async function proveEnd({ auth, store, visit, ada, notes, count }) {
  const [{ export: exported }] = notes.feature.contributors;
  const texts = [];
  for await (const { text } of exported(ada.id)) texts.push(text);
  assert.deepEqual(texts.sort(), ["Hello", "Welcome"]);
  await auth.users.startDeletion(ada.id, { operator: "jane" });
  await auth.worker.runDue();
  assert.equal(await store.users.findById(ada.id), null);
  assert.equal(await count(), 0);
  assert.equal((await visit("/api/v1/notes")).status, 401);
}

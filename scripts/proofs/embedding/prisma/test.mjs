import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { it } from "node:test";
import {
  AuthError,
  createAuth,
  defineErrors,
  defineFeature,
  on,
  parseEmailAddress,
  Secret,
} from "@acme/auth-core";
import { createSite } from "@acme/auth-express";
import { startPostgres } from "@acme/auth-testing/postgres";
import pg from "pg";
import { SECRET as secret } from "./visit.mjs";

/** Written by hand, as Prisma writes it: its engine, which would, comes from outside of npm. */
const MIGRATION = `
  create table notes_note (id text not null, author_id text not null, text text not null,
    created_at timestamptz(3) not null default current_timestamp,
    constraint notes_note_pkey primary key (id));
  create index notes_note_author_id_id_idx on notes_note (author_id, id);
  alter table notes_note add constraint notes_note_author_id_fkey foreign key (author_id)
    references auth_user (id) on delete cascade on update cascade;`;

const errors = defineErrors({ CLOSED: { kind: "forbidden", message: "No more users." } });
const refusing = defineFeature({
  name: "refusing",
  errors,
  subscribers: [
    on("user.created", {
      within: async (_tx, { created }) => {
        if (created.email === "late@example.com") throw new AuthError(errors.CLOSED);
      },
    }),
  ],
});

const site = createSite({ serviceUrl: "http://localhost:3000", appUrl: "http://localhost:3000" });
const client = {
  ipAddress: null,
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};
const signUpWith = (auth) => (email) =>
  auth.passwords.signUp(
    {
      email: parseEmailAddress(email),
      password: new Secret("three green bicycles"),
      name: "Ada",
      image: null,
      redirectTo: null,
    },
    client,
  );

/** Prisma looks for its engine first, and then starts nothing of it to generate the client. */
function build() {
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  for (const command of ["prisma generate", "tsc"])
    execFileSync("npx", command.split(" "), { env, stdio: ["ignore", "pipe", "inherit"] });
}

it("keeps notes with Prisma in the Postgres database of the library", async () => {
  build();
  const { AUTH_TABLES } = await import("./dist/src/auth-tables.js");
  const cluster = await startPostgres();
  process.env.DATABASE_URL = await cluster.createDatabase();
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  const { prisma, store } = await import("./dist/src/database.js");
  const { listNotes, notes, publish } = await import("./dist/src/notes.js");
  execFileSync(process.execPath, ["dist/src/migrate.js"], { timeout: 60_000 });
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public'");
  const byName = (names) => [...names].sort();
  assert.deepEqual(byName(rows.map(({ tablename }) => tablename)), byName(AUTH_TABLES));
  await pool.query(MIGRATION);

  const auth = createAuth({
    store,
    secret,
    mailer: { deliver: async () => {} },
    links: site.links,
    features: [notes, refusing],
    policy: { deletionGraceDays: 0 },
  });
  const signUp = signUpWith(auth);
  await signUp("ada@example.com");
  const ada = await store.users.findByEmail("ada@example.com");
  await publish(ada.id, "Hello");
  const author = { name: "Ada", email: "ada@example.com" };
  assert.deepEqual(await listNotes(), [
    { text: "Hello", author },
    { text: "Welcome", author },
  ]);
  const read = await prisma.authUser.findUniqueOrThrow({
    where: { id: ada.id },
    include: { notes: true },
  });
  assert.equal(read.emailVerified, false);
  assert.ok(read.createdAt instanceof Date);
  assert.equal(read.notes.length, 2);

  await assert.rejects(signUp("late@example.com"), { code: "CLOSED" });
  assert.equal(await prisma.note.count(), 2);
  const [{ export: exported }] = notes.contributors;
  const texts = [];
  for await (const { text } of exported(ada.id)) texts.push(text);
  assert.deepEqual(texts.sort(), ["Hello", "Welcome"]);
  await auth.users.startDeletion(ada.id, { operator: "jane" });
  await auth.worker.runDue();
  assert.equal(await prisma.note.count(), 0);
  assert.equal(await prisma.authUser.count(), 0);

  await auth.close();
  await prisma.$disconnect();
  await store.close();
  await pool.end();
  await cluster.stop();
});

import { join } from "node:path";
import { expect, it } from "vitest";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createAuth, Secret, type Store } from "@acme/auth-core";
import { createInbox } from "@acme/auth-testing";
import { createSite } from "@acme/auth-express";
import { Pool } from "pg";
import { SESSIONS_PER_USER, tokenOf } from "./people.js";
import { writePostgresPeople } from "./postgres-people.js";
import { withFolder, withPostgres } from "./scratch.js";
import { writeSqlitePeople } from "./sqlite-people.js";

/** More than one user has, so that a second one has some too. */
const SESSIONS = SESSIONS_PER_USER + 1;

it("sessions written into a SQLite file are live for the library of today", () =>
  withFolder(async (folder) => {
    const file = join(folder, "people.db");
    await writeSqlitePeople(file, SESSIONS);
    expect(await emailsIn(createSqliteStore(file))).toEqual(EMAILS);
  }));

it("sessions written into a Postgres database are live for the library of today", () =>
  withPostgres(async (cluster) => {
    const url = await cluster.createDatabase();
    await writePostgresPeople(url, SESSIONS);
    const store = createPostgresStore(new Pool({ connectionString: url, max: 1 }));
    expect(await emailsIn(store)).toEqual(EMAILS);
  }));

const EMAILS = ["person0@example.com", "person1@example.com"];

/** Whose the first session is, and whose the last. */
async function emailsIn(store: Store & { close(): Promise<void> }): Promise<readonly unknown[]> {
  const auth = createAuth({
    store,
    mailer: createInbox(),
    links: createSite({ serviceUrl: "http://localhost", appUrl: "http://localhost" }).links,
    secret: Buffer.alloc(32, "benchmark").toString("base64"),
  });
  const emails = [];
  for (const index of [0, SESSIONS - 1]) {
    const sessionToken = new Secret(tokenOf(index));
    const caller = await auth.sessions.identify({ sessionToken, organization: null });
    emails.push(caller?.user.email);
  }
  await auth.close();
  await store.close();
  return emails;
}

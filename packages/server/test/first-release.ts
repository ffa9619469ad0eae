import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import { parseJson } from "@acme/auth-testing/read-json";
import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { inject } from "vitest";
import type { DatabaseName } from "./service.js";

const FOLDER = new URL("../../kysely/test/first-release/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), "utf8");

/** What is known of the people in the dumps of the first release. */
export const known = parseJson(read("secrets.json"), {
  // When the dumps were written, on the clock of the service that wrote them.
  at: "string",
  secret: "string",
  password: "string",
  organizationId: "string",
  sessions: {
    ada: "string",
    adaElsewhere: "string",
    grace: "string",
    margaret: "string",
    charles: "string",
  },
  delivered: {
    changeToken: "string",
    magicToken: "string",
    resetToken: "string",
    invitationToken: "string",
    code: "string",
    exportLink: "string",
  },
  pending: { deletionId: "string", exportId: "string", invitationId: "string" },
  waitingMailTo: ["string"],
});
export type Known = typeof known;

/** The location of a new database that holds what the first release left. */
export async function openFirstRelease(database: DatabaseName): Promise<string> {
  if (database === "sqlite") {
    const file = join(mkdtempSync(join(tmpdir(), "first-release-")), "auth.db");
    const handle = new SqliteDatabase(file);
    handle.exec(`begin; ${read("sqlite.sql")}; commit`);
    handle.close();
    return file;
  }
  return createDatabase(inject("postgresUrl"), { template: await (template ??= restore()) });
}

/** What is restored once and copied for each test. */
let template: Promise<string> | null = null;

async function restore(): Promise<string> {
  const location = await createDatabase(inject("postgresUrl"));
  const client = new pg.Client(location);
  await client.connect();
  await client.query(read("postgres.sql"));
  await client.end();
  return location;
}

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { inject } from "vitest";
import type { DatabaseName } from "./service.js";

const FOLDER = new URL("../../kysely/test/first-release/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), "utf8");

export interface Known {
  /** When the dumps were written, on the clock of the service that wrote them. */
  readonly at: string;
  readonly secret: string;
  readonly password: string;
  readonly organizationId: string;
  readonly sessions: Readonly<
    Record<"ada" | "adaElsewhere" | "grace" | "margaret" | "charles", string>
  >;
  readonly delivered: Readonly<
    Record<
      "changeToken" | "magicToken" | "resetToken" | "invitationToken" | "code" | "exportLink",
      string
    >
  >;
  readonly pending: Readonly<Record<"deletionId" | "exportId" | "invitationId", string>>;
  readonly waitingMailTo: readonly string[];
}

/** What is known of the people in the dumps of the first release. */
export const known = JSON.parse(read("secrets.json")) as Known;

/** The location of a new database that holds what the first release left. */
export async function openFirstRelease(database: DatabaseName): Promise<string> {
  if (database === "sqlite") {
    const file = join(mkdtempSync(join(tmpdir(), "first-release-")), "auth.db");
    const handle = new SqliteDatabase(file);
    handle.exec(`begin; ${read("sqlite.sql")}; commit`);
    handle.close();
    return file;
  }
  const location = await createDatabase(inject("postgresUrl"));
  const client = new pg.Client(location);
  await client.connect();
  await client.query(read("postgres.sql"));
  await client.end();
  return location;
}

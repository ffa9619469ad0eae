import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import pg from "pg";
import { inject } from "vitest";
import { createSqliteStore } from "./sqlite-driver.js";

export const DATABASES = ["sqlite", "postgres"] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** Deletes every row but those of the migration ledgers, in whichever order. */
const DELETE_EVERYTHING = `
  begin;
  set local session_replication_role = replica;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like '%\\_migration'
    loop execute format('delete from public.%I', name); end loop;
  end $$;
  commit`;

/** Emptied Postgres databases of this worker: making one costs ten times as much as emptying it. */
const emptied: string[] = [];
let template: Promise<string> | null = null;

/**
 * Returns the location of an empty database. A SQLite file is migrated already, a Postgres database
 * where it was used before.
 */
export async function takeDatabase(database: DatabaseName): Promise<string> {
  if (database === "postgres") return emptied.pop() ?? newDatabase(database);
  template ??= migratedFile();
  const file = newFile();
  copyFileSync(await template, file);
  return file;
}

/** Returns the location of a new database without a table. */
export const newDatabase = async (database: DatabaseName): Promise<string> =>
  database === "sqlite" ? newFile() : createDatabase(inject("postgresUrl"));

/** Takes back a database that nothing uses any more. */
export async function returnDatabase(database: DatabaseName, location: string): Promise<void> {
  if (database === "sqlite") {
    rmSync(dirname(location), { recursive: true });
    return;
  }
  const client = new pg.Client(location);
  await client.connect();
  await client.query(DELETE_EVERYTHING);
  await client.end();
  emptied.push(location);
}

const newFile = (): string => join(newFolder(), "auth.db");
const newFolder = (): string => mkdtempSync(join(tmpdir(), "service-"));

async function migratedFile(): Promise<string> {
  const folder = newFolder();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const store = createSqliteStore(join(folder, "template.db"));
  await store.migrate();
  await store.close();
  return join(folder, "template.db");
}

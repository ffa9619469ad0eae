import { createRequire } from "node:module";
import * as nodeSqlite from "@acme/auth-kysely/node-sqlite";
import * as sqlite from "@acme/auth-kysely/sqlite";
import BetterSqlite3 from "better-sqlite3";

/** Whether `npm run prove engines` runs the races, and the processes that share a file, on Node's own. */
const NODE_HAS_IT = process.env["SQLITE_DRIVER"] === "node:sqlite";

export const createSqliteStore: typeof nodeSqlite.createSqliteStore = NODE_HAS_IT
  ? nodeSqlite.createSqliteStore
  : sqlite.createSqliteStore;

/** A connection that only reads, beside those of the stores. */
interface Reader {
  prepare(sql: string): { all(...values: readonly unknown[]): unknown };
  close(): void;
}
interface NodeSqlite {
  readonly DatabaseSync: new (
    file: string,
    options: { readonly readOnly: boolean; readonly timeout: number },
  ) => Reader;
}
/** That of better-sqlite3, in milliseconds. */
const TIMEOUT = 5_000;

export function openReader(file: string): Reader {
  if (!NODE_HAS_IT) return new BetterSqlite3(file, { readonly: true });
  const { DatabaseSync } = createRequire(import.meta.url)("node:sqlite") as NodeSqlite;
  return new DatabaseSync(file, { readOnly: true, timeout: TIMEOUT });
}

import { createRequire } from "node:module";
import * as nodeSqlite from "@acme/auth-kysely/node-sqlite";
import * as sqlite from "@acme/auth-kysely/sqlite";
import BetterSqlite3 from "better-sqlite3";

/** Set by `npm run prove engines`: the races, and processes that share a file, run on Node's own SQLite. */
const ON_NODE_SQLITE = process.env["SQLITE_DRIVER"] === "node:sqlite";

export const createSqliteStore: typeof nodeSqlite.createSqliteStore = ON_NODE_SQLITE
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
/** How long a reader waits for a lock: as long as one of better-sqlite3. */
const LOCK_TIMEOUT_MS = 5_000;

export function openReader(file: string): Reader {
  if (!ON_NODE_SQLITE) return new BetterSqlite3(file, { readonly: true });
  const { DatabaseSync } = createRequire(import.meta.url)("node:sqlite") as NodeSqlite;
  return new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
}

import { createRequire } from "node:module";
import * as nodeSqlite from "../src/node-sqlite.js";
import * as sqlite from "../src/sqlite.js";

type Create = typeof nodeSqlite.createSqliteStore;
type LibSql = new (
  file: string,
  options: { readonly timeout: number },
) => sqlite.SqliteDatabaseLike;

/** Installed in a folder of its own, `LIBSQL`. */
const openLibSql = (file: string): sqlite.SqliteDatabaseLike => {
  const installed = `${process.env["LIBSQL"]}/node_modules/libsql`;
  const Driver = createRequire(import.meta.url)(installed) as LibSql;
  return new Driver(file, { timeout: 0 });
};

/**
 * With which driver the tests of SQLite open their stores: `npm run prove engines` names another in
 * `SQLITE_DRIVER`.
 */
const DRIVERS: Readonly<Record<string, Create>> = {
  "better-sqlite3": sqlite.createSqliteStore,
  "node:sqlite": nodeSqlite.createSqliteStore,
  libsql: (file, options) => sqlite.createSqliteStore(openLibSql(file), options),
};

export const createSqliteStore: Create = DRIVERS[process.env["SQLITE_DRIVER"] ?? "better-sqlite3"]!;

import { openNodeSqlite } from "./dialects/node-sqlite.js";
import { fileOptions } from "./dialects/sqlite.js";
import { openSqliteFile } from "./dialects/sqlite-file.js";
import type { FeatureList, StoresOf } from "./feature-tables.js";
import { type SqliteOptions, type SqliteStore, sqliteStoreOn } from "./sqlite-store.js";

export type { GuardOptions, SqliteEngineOptions, SqliteOptions, SqliteStore } from "./sqlite.js";

/**
 * A store in one SQLite file, as `createSqliteStore` of `@acme/auth-kysely/sqlite` makes it, with the
 * SQLite that Node brings (`node:sqlite`): there is no native package to install. Both work on the
 * same files, also at once. Node 22.16 and later have what it needs; Node calls it experimental, and
 * warns, before 24.15 and 25.7.
 * @throws {Error} when this Node has no such module
 * @example
 * import { createSqliteStore } from "@acme/auth-kysely/node-sqlite";
 *
 * const store = createSqliteStore("data/auth.db");
 */
export const createSqliteStore = <const Features extends FeatureList = readonly []>(
  file: string,
  options: SqliteOptions<Features> = {},
): SqliteStore<StoresOf<Features>> =>
  sqliteStoreOn(openSqliteFile(file, openNodeSqlite, fileOptions(options)), options);

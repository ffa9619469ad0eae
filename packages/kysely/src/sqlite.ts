import { type SqliteEngineOptions, sqliteEngine } from "./dialects/sqlite.js";
import { guardedStore, type GuardOptions } from "./guarded-store.js";
import { createKyselyStore, type KyselyStore } from "./kysely-store.js";

export type { GuardOptions, SqliteEngineOptions };
/** The options of a store in SQLite. */
export interface SqliteOptions extends SqliteEngineOptions, GuardOptions {}
/** The store of core in SQLite, with its migrations and its end. */
export type SqliteStore = KyselyStore;

/**
 * A store in one SQLite file, which any number of processes of one machine may share, or in memory (`:memory:`). Makes the file and the folders above it,
 * readable by this user alone; throws when it cannot. Call `migrate()` before use.
 */
export function createSqliteStore(
  file: string,
  { guarded, ...options }: SqliteOptions = {},
): SqliteStore {
  const store = createKyselyStore(sqliteEngine(file, options));
  // eslint-disable-next-line no-restricted-syntax -- an entry point reads it as the default of an option; nothing else in this package does
  return (guarded ?? process.env["NODE_ENV"] !== "production") ? guardedStore(store) : store;
}

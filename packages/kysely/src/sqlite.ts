import { sqliteEngine, type SqliteOptions } from "./dialects/sqlite.js";
import { createKyselyStore, type KyselyStore } from "./kysely-store.js";

export type { SqliteOptions };
/** The store of core in SQLite, with its migrations and its end. */
export type SqliteStore = KyselyStore;

/**
 * A store in one SQLite file, which any number of processes of one machine may share, or in memory (`:memory:`). Makes the file and the folders above it,
 * readable by this user alone; throws when it cannot. Call `migrate()` before use.
 */
export const createSqliteStore = (file: string, options: SqliteOptions = {}): SqliteStore =>
  createKyselyStore(sqliteEngine(file, options));

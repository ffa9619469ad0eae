import { openBetterSqlite3 } from "./dialects/better-sqlite3.js";
import { fileOptions, type SqliteEngineOptions } from "./dialects/sqlite.js";
import type {
  SqliteChanges,
  SqliteDatabaseLike,
  SqliteStatementLike,
} from "./dialects/sqlite-database.js";
import { IN_MEMORY, openedSqliteFile, openSqliteFile } from "./dialects/sqlite-file.js";
import type { FeatureList, StoresOf } from "./feature-tables.js";
import type { GuardOptions } from "./guarded-store.js";
import { type SqliteOptions, type SqliteStore, sqliteStoreOn } from "./sqlite-store.js";

export type {
  GuardOptions,
  SqliteChanges,
  SqliteDatabaseLike,
  SqliteEngineOptions,
  SqliteOptions,
  SqliteStatementLike,
  SqliteStore,
};

/**
 * A store in one SQLite file, which any number of processes of one machine may share, or in memory
 * (`:memory:`). Makes the file and the folders above it, readable by this user alone; throws when
 * it cannot. Call `migrate()` before use. Inside `store.transaction` use no other connection to the
 * same file, such as one of Drizzle: each would wait for the other, until SQLite gives up with
 * `SQLITE_BUSY`. `kyselyOf(tx)` runs your own queries.
 *
 * A file is opened with better-sqlite3, which the application installs. An open database of it, or
 * of a driver used in the same way, is the store's from then on: it sets the pragmas of a store,
 * `busy_timeout = 0` among them, and `close()` closes it. Over it what only reads waits for the
 * transaction that is open, as in memory; on a file it does not.
 *
 * @example
 * import Database from "libsql";
 *
 * const store = createSqliteStore(new Database("auth.db"));
 */
export function createSqliteStore<const Features extends FeatureList = readonly []>(
  database: string | SqliteDatabaseLike,
  options: SqliteOptions<Features> = {},
): SqliteStore<StoresOf<Features>> {
  const opened =
    typeof database === "string"
      ? openSqliteFile(database, openBetterSqlite3, fileOptions(options))
      : openedSqliteFile(database, fileOptions(options));
  return sqliteStoreOn(opened, options);
}

/**
 * Opens a store in memory that is migrated already, for tests that want a new database each. The
 * first call in a process migrates, which takes about 20 ms; each call after it copies what the
 * first has made, which takes about 3 ms. No two of them share a row.
 *
 * @example
 * const store = await openMemoryStore();
 * const auth = createAuth({ store, mailer, links, secret });
 */
export async function openMemoryStore<const Features extends FeatureList = readonly []>(
  options: SqliteOptions<Features> = {},
): Promise<SqliteStore<StoresOf<Features>>> {
  const bytes = await migratedWith(options.features ?? []);
  const copy = openSqliteFile(IN_MEMORY, () => openBetterSqlite3(bytes), fileOptions(options));
  await copy.ready();
  return sqliteStoreOn(copy, options);
}

/** A database that is migrated and holds nothing else, made once in a process for its features. */
interface Template {
  readonly features: FeatureList;
  readonly bytes: Promise<Buffer>;
}

let templates: readonly Template[] = [];

const isSameList = (one: FeatureList, other: FeatureList): boolean =>
  one.length === other.length && one.every((feature, index) => feature === other[index]);

async function migratedWith(features: FeatureList): Promise<Buffer> {
  const known = templates.find((template) => isSameList(template.features, features));
  if (known) return known.bytes;
  const made: Template = { features, bytes: migrateInMemory(features) };
  templates = [...templates, made];
  try {
    return await made.bytes;
  } catch (thrown) {
    templates = templates.filter((template) => template !== made);
    throw thrown;
  }
}

async function migrateInMemory(features: FeatureList): Promise<Buffer> {
  const database = openBetterSqlite3(IN_MEMORY);
  const store = createSqliteStore(database, { features, guarded: false });
  await store.migrate();
  const bytes = database.serialize();
  await store.close();
  return bytes;
}

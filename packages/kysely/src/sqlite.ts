import { sqliteEngine, sqliteEngineOn, type SqliteEngineOptions } from "./dialects/sqlite.js";
import { IN_MEMORY, openSqliteFile } from "./dialects/sqlite-file.js";
import type { Engine } from "./engine.js";
import { guardedStore, type GuardOptions } from "./guarded-store.js";
import { createKyselyStore, type KyselyStore } from "./kysely-store.js";

export type { GuardOptions, SqliteEngineOptions };
/** The options of a store in SQLite. */
export interface SqliteOptions extends SqliteEngineOptions, GuardOptions {}
/** The store of core in SQLite, with its migrations and its end. */
export type SqliteStore = KyselyStore;

/**
 * A store in one SQLite file, which any number of processes of one machine may share, or in memory
 * (`:memory:`). Makes the file and the folders above it, readable by this user alone; throws when
 * it cannot. Call `migrate()` before use. Inside `store.transaction` use no other connection to the
 * same file, such as one of Drizzle: each would wait for the other, until SQLite gives up with
 * `SQLITE_BUSY`. `kyselyOf(tx)` runs your own queries.
 */
export function createSqliteStore(file: string, options: SqliteOptions = {}): SqliteStore {
  return storeOn(sqliteEngine(file, options), options);
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
export async function openMemoryStore(options: SqliteOptions = {}): Promise<SqliteStore> {
  migrated ??= migrateInMemory().catch((thrown: unknown) => {
    migrated = undefined;
    throw thrown;
  });
  const copy = openSqliteFile(await migrated, 0, options);
  await copy.ready();
  return storeOn(sqliteEngineOn(copy, options), options);
}

/** The bytes of a database that is migrated and holds nothing else, made once in a process. */
let migrated: Promise<Buffer> | undefined;

async function migrateInMemory(): Promise<Buffer> {
  const file = openSqliteFile(IN_MEMORY, 0, {});
  const store = createKyselyStore(sqliteEngineOn(file, {}));
  await store.migrate();
  const bytes = file.writer.serialize();
  await store.close();
  return bytes;
}

function storeOn(engine: Engine, { guarded }: GuardOptions): SqliteStore {
  const store = createKyselyStore(engine);
  // eslint-disable-next-line no-restricted-syntax -- an entry point reads it as the default of an option; nothing else in this package does
  return (guarded ?? process.env["NODE_ENV"] !== "production") ? guardedStore(store) : store;
}

import { sqliteEngine, sqliteEngineOn, type SqliteEngineOptions } from "./dialects/sqlite.js";
import { IN_MEMORY, openSqliteFile } from "./dialects/sqlite-file.js";
import type { Engine } from "./engine.js";
import type { FeatureList, FeatureOptions, StoresOf } from "./feature-tables.js";
import { guardedStore, type GuardOptions } from "./guarded-store.js";
import { createKyselyStore, type KyselyStore } from "./kysely-store.js";

export type { GuardOptions, SqliteEngineOptions };
/** The options of a store in SQLite. */
export interface SqliteOptions<Features extends FeatureList = FeatureList>
  extends SqliteEngineOptions, GuardOptions, FeatureOptions<Features> {}
/** The store of core in SQLite, with the stores `S` of features, its migrations and its end. */
export type SqliteStore<S extends object = object> = KyselyStore<S>;

/**
 * A store in one SQLite file, which any number of processes of one machine may share, or in memory
 * (`:memory:`). Makes the file and the folders above it, readable by this user alone; throws when
 * it cannot. Call `migrate()` before use. Inside `store.transaction` use no other connection to the
 * same file, such as one of Drizzle: each would wait for the other, until SQLite gives up with
 * `SQLITE_BUSY`. `kyselyOf(tx)` runs your own queries.
 */
export function createSqliteStore<const Features extends FeatureList = readonly []>(
  file: string,
  options: SqliteOptions<Features> = {},
): SqliteStore<StoresOf<Features>> {
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
export async function openMemoryStore<const Features extends FeatureList = readonly []>(
  options: SqliteOptions<Features> = {},
): Promise<SqliteStore<StoresOf<Features>>> {
  const copy = openSqliteFile(await migratedWith(options.features ?? []), 0, options);
  await copy.ready();
  return storeOn(sqliteEngineOn(copy, options), options);
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
  const file = openSqliteFile(IN_MEMORY, 0, {});
  const store = createKyselyStore(sqliteEngineOn(file, {}), { features });
  await store.migrate();
  const bytes = file.writer.serialize();
  await store.close();
  return bytes;
}

function storeOn<Features extends FeatureList>(
  engine: Engine,
  options: SqliteOptions<Features>,
): SqliteStore<StoresOf<Features>> {
  const store = createKyselyStore(engine, options);
  // eslint-disable-next-line no-restricted-syntax -- an entry point reads it as the default of an option; nothing else in this package does
  return (options.guarded ?? process.env["NODE_ENV"] !== "production")
    ? guardedStore(store)
    : store;
}

import { sqliteEngineOn, type SqliteEngineOptions } from "./dialects/sqlite.js";
import type { SqliteFile } from "./dialects/sqlite-file.js";
import type { FeatureList, FeatureOptions, StoresOf } from "./feature-tables.js";
import { guardedStore, type GuardOptions } from "./guarded-store.js";
import { createKyselyStore, type KyselyStore } from "./kysely-store.js";

/** The options of a store in SQLite. */
export interface SqliteOptions<Features extends FeatureList = FeatureList>
  extends SqliteEngineOptions, GuardOptions, FeatureOptions<Features> {}
/** The store of core in SQLite, with the stores `S` of features, its migrations and its end. */
export type SqliteStore<S extends object = object> = KyselyStore<S>;

/** The store on a database, whichever driver has opened it. */
export function sqliteStoreOn<Features extends FeatureList>(
  file: SqliteFile,
  options: SqliteOptions<Features>,
): SqliteStore<StoresOf<Features>> {
  const store = createKyselyStore(sqliteEngineOn(file, options), options);
  // eslint-disable-next-line no-restricted-syntax -- an entry point reads it as the default of an option; nothing else in this package does
  return (options.guarded ?? process.env["NODE_ENV"] !== "production")
    ? guardedStore(store)
    : store;
}

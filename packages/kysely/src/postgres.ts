import { postgresEngine, type PostgresEngineOptions } from "./dialects/postgres.js";
import type {
  PoolClientLike,
  PoolLike,
  PoolQuery,
  PoolResult,
  SeparateClient,
} from "./dialects/postgres-pool.js";
import type { PostgresPooling } from "./dialects/postgres-pooling.js";
import type { PostgresTimeouts } from "./dialects/postgres-timeouts.js";
import type { FeatureList, FeatureOptions, StoresOf } from "./feature-tables.js";
import { guardedStore, type GuardOptions } from "./guarded-store.js";
import { createKyselyStore, type KyselyStore } from "./kysely-store.js";

export type {
  GuardOptions,
  PoolClientLike,
  PoolLike,
  PoolQuery,
  PoolResult,
  PostgresEngineOptions,
  PostgresPooling,
  PostgresTimeouts,
  SeparateClient,
};
/** The options of a store in Postgres. */
export interface PostgresOptions<Features extends FeatureList = FeatureList>
  extends PostgresEngineOptions, GuardOptions, FeatureOptions<Features> {}
/** The store of core in Postgres, with the stores `S` of features, its migrations and its end. */
export type PostgresStore<S extends object = object> = KyselyStore<S>;

/**
 * A store in the Postgres database (15 or newer) that `pool` connects to, in the schema its search
 * path begins with. It is a `Pool` of pg, or what has the methods of one. A pool of one is enough. `close()` ends the pool: an application that shares
 * its pool with the store ends the pool itself instead. Call `migrate()` before use.
 *
 * Nothing waits longer than `timeouts`. They hold for the whole pool: waiting for a connection, and
 * on each connection that the store has used; a pool whose other users need longer statements is
 * better not shared.
 *
 * @example
 * // Behind pgbouncer with `pool_mode = transaction`:
 * const store = createPostgresStore(pool, { pooling: "transaction" });
 */
export function createPostgresStore<const Features extends FeatureList = readonly []>(
  pool: PoolLike,
  options: PostgresOptions<Features> = {},
): PostgresStore<StoresOf<Features>> {
  const store = createKyselyStore(postgresEngine(pool, options), options);
  // eslint-disable-next-line no-restricted-syntax -- an entry point reads it as the default of an option; nothing else in this package does
  return (options.guarded ?? process.env["NODE_ENV"] !== "production")
    ? guardedStore(store)
    : store;
}

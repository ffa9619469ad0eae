import type { Pool } from "pg";
import { postgresEngine, type PostgresOptions } from "./dialects/postgres.js";
import type { PostgresPooling } from "./dialects/postgres-pooling.js";
import type { PostgresTimeouts } from "./dialects/postgres-timeouts.js";
import { createKyselyStore, type KyselyStore } from "./kysely-store.js";

export type { PostgresOptions, PostgresPooling, PostgresTimeouts };
/** The store of core in Postgres, with its migrations and its end. */
export type PostgresStore = KyselyStore;

/**
 * A store in the Postgres database (15 or newer) that `pool` connects to, in the schema its search path begins with. A pool of one is enough. `close()`
 * ends the pool: an application that shares its pool with the store ends the pool itself instead. Call `migrate()` before use.
 *
 * Nothing waits longer than `timeouts`. They hold for the whole pool: waiting for a connection, and on each connection that the store has used; a pool
 * whose other users need longer statements is better not shared.
 *
 * @example
 * // Behind pgbouncer with `pool_mode = transaction`:
 * const store = createPostgresStore(pool, { pooling: "transaction" });
 */
export const createPostgresStore = (pool: Pool, options: PostgresOptions = {}): PostgresStore =>
  createKyselyStore(postgresEngine(pool, options));

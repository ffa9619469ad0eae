import type { Pool } from "pg";
import { postgresEngine } from "./dialects/postgres.js";
import { createKyselyStore, type KyselyStore } from "./kysely-store.js";

export type PostgresStore = KyselyStore;

/**
 * A store in the Postgres database (15 or newer) that `pool` connects to, in the schema its search path begins with. A pool of one is enough. `close()`
 * ends the pool: an application that shares its pool with the store ends the pool itself instead. Call `migrate()` before use.
 */
export const createPostgresStore = (pool: Pool): PostgresStore => createKyselyStore(postgresEngine(pool));

import type { Pool as NeonPool } from "@neondatabase/serverless";
import type { Database } from "better-sqlite3";
import type { Pool } from "pg";
import { createPostgresStore, type PoolLike } from "../src/postgres.js";
import { createSqliteStore } from "../src/sqlite.js";

declare const neon: NeonPool;
declare const pg: Pool;
declare const database: Database;

createPostgresStore(neon);
createPostgresStore(pg, { pooling: "transaction" });
createSqliteStore(database);

declare const endless: Omit<PoolLike, "end">;
// @ts-expect-error -- a store must be able to end its pool
createPostgresStore(endless);
// @ts-expect-error -- no database can be opened from a number
createSqliteStore(5);

import type { CallerStore } from "@acme/auth-core/store";
import { Kysely, sql } from "kysely";
import type { Engine } from "../engine.js";
import type { Database } from "../schema.js";
import type { Runner } from "../statement.js";
import { callerJsonQuery, type CallerRow, toCaller } from "../stores/callers.js";
import { type Connections, createConnections } from "./postgres-connections.js";
import { postgresDialect } from "./postgres-driver.js";
import { leavesConnection, retryLostRaces, translated } from "./postgres-failures.js";
import { postgresKeyLock, postgresRowLocks } from "./postgres-locks.js";
import { migrateAlone, workOnlineAlone } from "./postgres-migration.js";
import type { PoolLike, PoolQuery } from "./postgres-pool.js";
import type { PostgresPooling } from "./postgres-pooling.js";
import { defineTimeouts, type PostgresTimeouts } from "./postgres-timeouts.js";
import { ownTypes, toInstantOfJson } from "./postgres-values.js";

/** The options of a store in Postgres. */
export interface PostgresEngineOptions {
  /**
   * Default: connect 3,000 (unless the pool has its own `connectionTimeoutMillis`), statement
   * 10,000, lock 5,000, idleInTransaction 30,000.
   */
  readonly timeouts?: Partial<PostgresTimeouts>;
  /**
   * Default: `session`. `transaction` behind a pooler that gives a client another connection for
   * each transaction (pgbouncer with `pool_mode = transaction`): nothing is kept on a connection,
   * so no statement is prepared, and the timeouts hold within transactions; for statements outside
   * of them set them by role.
   */
  readonly pooling?: PostgresPooling;
}

/** Straight on the connection, prepared there once where that lasts. */
function findCallerIn(
  { acquire, deadlineMs, keepsStatements }: Connections,
  text: string,
): CallerStore["find"] {
  const name = keepsStatements ? "acme_auth_find_caller" : undefined;
  return async (tokenHash, organization, now) => {
    const client = await acquire();
    let lost = false;
    try {
      const query: PoolQuery = {
        name,
        text,
        values: [organization, tokenHash, now.toISOString()],
        rowMode: "array",
        types: ownTypes,
        query_timeout: deadlineMs,
      };
      const [row] = (await client.query(query)).rows as readonly [json: string][];
      if (row === undefined) return null;
      return toCaller(JSON.parse(row[0]) as CallerRow<string>, toInstantOfJson);
    } catch (thrown) {
      lost = !leavesConnection(thrown);
      throw translated(thrown);
    } finally {
      client.release(lost);
    }
  };
}

export function postgresEngine(
  pool: PoolLike,
  { timeouts = {}, pooling = "session" }: PostgresEngineOptions = {},
): Engine {
  const limits = defineTimeouts(timeouts);
  // The pool's own word for how long to wait for a connection: only it can give up one that it is
  // about to open.
  if (pool.options && (timeouts.connect !== undefined || !pool.options.connectionTimeoutMillis))
    pool.options.connectionTimeoutMillis = limits.connect;
  const connections = createConnections(pool, { timeouts: limits, pooling });
  const db = new Kysely<Database>({ dialect: postgresDialect(connections) });
  const findCaller = findCallerIn(connections, callerJsonQuery(db));
  const runner: Runner = { run: (query) => retryLostRaces(() => db.executeQuery(query)) };
  return {
    dialect: "postgres",
    compiler: {
      db,
      rows: postgresRowLocks,
      lockKey: postgresKeyLock(db),
      foldedAscii: (text) => sql<string>`lower(${text} collate "C")`,
    },
    reads: runner,
    writes: runner,
    // A migration locks one table after the other, and may meet a check that has come halfway.
    findCaller: (...caller) => retryLostRaces(() => findCaller(...caller)),
    transaction: (work) =>
      retryLostRaces(() =>
        db
          .transaction()
          .execute((trx) => work({ dialect: "postgres", run: (query) => trx.executeQuery(query) })),
      ),
    migration: (work) => retryLostRaces(() => migrateAlone(connections, work)),
    online: (work) => retryLostRaces(() => workOnlineAlone(connections, work)),
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

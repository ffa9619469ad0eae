import type { Pool, PoolClient } from "pg";
import { StoreUnavailable } from "../store-unavailable.js";
import { deadlineOf, type PostgresTimeouts } from "./postgres-timeouts.js";

/** The connections of a pool, each under the timeouts from its first use on. */
export interface Connections {
  /** For a statement: it and its answer, both ways. Then the connection is lost. */
  readonly deadlineMs: number;
  /** A connection, to be given back with `release`; with `release(true)` when it is lost. */
  readonly acquire: () => Promise<PoolClient>;
}

const limitsOf = ({ statement, lock, idleInTransaction }: PostgresTimeouts): string =>
  `set statement_timeout = ${statement}; set lock_timeout = ${lock}; set idle_in_transaction_session_timeout = ${idleInTransaction}`;

const ignore = (): void => {};

/** By statement and not at start-up: poolers in between refuse start-up parameters that they do not know. */
export function createConnections(pool: Pool, timeouts: PostgresTimeouts): Connections {
  const deadlineMs = deadlineOf(timeouts);
  const prepared = new WeakSet<PoolClient>();
  const limits = { text: limitsOf(timeouts), query_timeout: timeouts.connect };
  // The pool drops an idle connection that fails; without a listener the event would end the process.
  pool.on("error", ignore);
  // The same for one in use, from its first moment on, before the pool hands it out: its user learns of the failure from the next statement.
  pool.on("connect", (client) => client.on("error", ignore));

  async function prepare(client: PoolClient): Promise<void> {
    // It may be older than this store.
    client.on("error", ignore);
    try {
      await client.query(limits);
    } catch (thrown) {
      client.release(true);
      throw thrown;
    }
    prepared.add(client);
  }

  return {
    deadlineMs,
    async acquire() {
      try {
        const client = await pool.connect();
        if (!prepared.has(client)) await prepare(client);
        return client;
      } catch (thrown) {
        // Whatever the server has against a connection: there is none.
        throw new StoreUnavailable(thrown);
      }
    },
  };
}

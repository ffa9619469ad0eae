import { StoreUnavailable } from "../store-unavailable.js";
import type { PoolClientLike, PoolLike } from "./postgres-pool.js";
import {
  changesConnections,
  clientBeside,
  connectionUse,
  NEEDS_TRANSACTION_POOLING,
  type PostgresPooling,
} from "./postgres-pooling.js";
import { deadlineOf, type PostgresTimeouts, rewriteLockOf } from "./postgres-timeouts.js";

/** The connections of a pool, each under the timeouts from its first use on. */
export interface Connections {
  /** For a statement: it and its answer, both ways. Then the connection is lost. */
  readonly deadlineMs: number;
  /** Begins a transaction under the timeouts. */
  readonly begin: string;
  /** For how long a rewrite of rows waits for a lock, in milliseconds. */
  readonly rewriteLockMs: number;
  /** Whether a statement that was prepared on a connection is still there the next time. */
  readonly keepsStatements: boolean;
  /** A connection, to be given back with `release`; with `release(true)` when it is lost. */
  readonly acquire: () => Promise<PoolClientLike>;
  /**
   * A connection that is none of the pool's and has no timeouts. `release` ends it. Null when the
   * pool has the only one.
   */
  readonly openSeparate: () => Promise<SeparateConnection | null>;
}

export type SeparateConnection = Pick<PoolClientLike, "query" | "release">;

const UNLIMITED = "set statement_timeout = 0; set lock_timeout = 0";
const ignore = (): void => {};

export interface ConnectionOptions {
  readonly timeouts: PostgresTimeouts;
  readonly pooling: PostgresPooling;
}

export function createConnections(
  pool: PoolLike,
  { timeouts, pooling }: ConnectionOptions,
): Connections {
  const { prepare: settings, begin, keepsStatements } = connectionUse(pooling, timeouts);
  const prepared = new WeakSet<PoolClientLike>();
  let misused: Promise<boolean> | undefined;
  // The pool drops an idle connection that fails; without a listener the event would end the
  // process.
  pool.on?.("error", ignore);
  // The same for one in use, from its first moment on, before the pool hands it out: its user
  // learns of the failure from the next statement.
  pool.on?.("connect", (client) => client.on?.("error", ignore));

  /** Once for each store, on its first connection. */
  const isMisused = (client: PoolClientLike): Promise<boolean> =>
    (misused ??= changesConnections(pool, client, timeouts.connect).catch((thrown: unknown) => {
      misused = undefined;
      throw thrown;
    }));

  async function prepare(client: PoolClientLike): Promise<void> {
    // It may be older than this store.
    client.on?.("error", ignore);
    try {
      if (settings !== null) {
        if (await isMisused(client)) throw new Error(NEEDS_TRANSACTION_POOLING);
        const limits = { text: settings, query_timeout: timeouts.connect };
        await client.query(limits);
      }
    } catch (thrown) {
      client.release(true);
      throw thrown;
    }
    prepared.add(client);
  }

  async function openSeparate(): Promise<SeparateConnection | null> {
    const unlimited = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0 };
    const client = clientBeside(pool, { ...unlimited, connectionTimeoutMillis: timeouts.connect });
    if (!client) return null;
    try {
      await client.connect();
      // Not behind a pooler that changes connections: there the limits of the role hold.
      if (settings !== null) await client.query({ text: UNLIMITED });
      const release = (): void => void client.end().catch(ignore);
      return { query: (query) => client.query(query), release };
    } catch (refusal) {
      void client.end().catch(ignore);
      throw new StoreUnavailable(refusal);
    }
  }

  return {
    openSeparate,
    deadlineMs: deadlineOf(timeouts),
    rewriteLockMs: rewriteLockOf(timeouts),
    begin,
    keepsStatements,
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

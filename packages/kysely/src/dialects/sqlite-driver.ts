import {
  type Dialect,
  DummyDriver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { OpenTransaction } from "../engine.js";
import type { Runner } from "../statement.js";
import type { BusyRetry } from "./busy-retry.js";
import type { IdleLimit } from "./idle-limit.js";
import type { SqliteHandle } from "./sqlite-handle.js";
import type { WriteQueue } from "./write-queue.js";

/** The writing handle, from when it is acquired until it is released. */
interface WriteConnection extends Runner {
  readonly run: Runner["run"];
  readonly execute: (sql: string, parameters?: readonly unknown[]) => Promise<QueryResult<never>>;
  /**
   * Ends the transaction. Statements are refused from before it: what the work left running must
   * not write after a rollback.
   */
  readonly end: (how: "commit" | "rollback") => Promise<void>;
  readonly release: () => void;
}

export interface WritingSide {
  readonly handle: SqliteHandle;
  readonly busyRetry: BusyRetry;
  readonly writeQueue: WriteQueue;
  /** Resolves once the database is set up. */
  readonly ready: () => Promise<void>;
  readonly idleLimit: IdleLimit;
}

/** Kysely's own stand-in answers everything with success. */
class RefusingDriver extends DummyDriver {
  override async acquireConnection(): Promise<never> {
    throw new Error("this Kysely only compiles statements");
  }
}

/**
 * Compiles statements for SQLite. It runs none: they go straight to the handle, which halves what a
 * short transaction costs.
 */
export const sqliteDialect: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new RefusingDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

async function acquire({
  handle,
  busyRetry,
  writeQueue,
  ready,
  idleLimit,
}: WritingSide): Promise<WriteConnection> {
  const since = busyRetry.waited();
  const release = await writeQueue();
  try {
    await ready();
  } catch (thrown) {
    release();
    throw thrown;
  }
  let isOpen = true;
  const send = (sql: string, parameters: readonly unknown[]) =>
    busyRetry.run(() => handle.execute(sql, parameters), since);
  function execute(sql: string, parameters: readonly unknown[] = []) {
    if (!isOpen) return Promise.reject(new Error("the transaction has ended"));
    idleLimit.restart();
    return send(sql, parameters);
  }
  return {
    execute,
    run: ({ sql, parameters }) => execute(sql, parameters),
    async end(how) {
      isOpen = false;
      await send(how, []);
    },
    release() {
      isOpen = false;
      release();
    },
  };
}

/** Runs one statement outside a transaction. */
export const writingOn = (side: WritingSide): Runner => ({
  async run(query) {
    const connection = await acquire(side);
    try {
      return await connection.run(query);
    } finally {
      connection.release();
    }
  },
});

/**
 * Commits when `work` resolves, rolls back when it throws. Takes the write lock at BEGIN: a
 * deferred transaction that reads and then writes fails at once when another connection wrote in
 * between.
 */
export async function runTransaction<T>(
  side: WritingSide,
  work: (open: OpenTransaction) => Promise<T>,
): Promise<T> {
  const connection = await acquire(side);
  try {
    await connection.execute("begin immediate");
    try {
      const result = await side.idleLimit.watch(() =>
        work({ dialect: "sqlite", run: connection.run }),
      );
      await connection.end("commit");
      return result;
    } catch (thrown) {
      // A full disk, among others, has rolled back already.
      if (side.handle.inTransaction()) await connection.end("rollback");
      throw thrown;
    }
  } finally {
    connection.release();
  }
}

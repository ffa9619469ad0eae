import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { BusyRetry } from "./busy-retry.js";
import type { SqliteHandle } from "./sqlite-handle.js";
import type { WriteQueue } from "./write-queue.js";

/** The writing handle, from when it is acquired until it is released. */
interface WriteConnection extends DatabaseConnection {
  run(sql: string): Promise<void>;
  release(): void;
}

export interface WritingSide {
  readonly handle: SqliteHandle;
  readonly busyRetry: BusyRetry;
  readonly writeQueue: WriteQueue;
  /** Resolves once the database is set up. */
  readonly ready: () => Promise<void>;
}

async function acquire({
  handle,
  busyRetry,
  writeQueue,
  ready,
}: WritingSide): Promise<WriteConnection> {
  const since = busyRetry.waited();
  const release = await writeQueue();
  try {
    await ready();
  } catch (thrown) {
    release();
    throw thrown;
  }
  return {
    release,
    async run(sql) {
      await busyRetry.run(() => handle.execute(sql, []), since);
    },
    executeQuery: ({ sql, parameters }) =>
      busyRetry.run(() => handle.execute(sql, parameters), since),
    // All at once: a statement that is stepped through row by row would block the handle for everything else.
    async *streamQuery({ sql, parameters }) {
      yield await busyRetry.run(() => handle.execute(sql, parameters), since);
    },
  };
}

/** Takes the write lock at BEGIN: a deferred transaction that reads and then writes fails at once when another connection wrote in between. */
const createDriver = (side: WritingSide): Driver => ({
  init: async () => {},
  acquireConnection: () => acquire(side),
  beginTransaction: (connection: WriteConnection) => connection.run("begin immediate"),
  commitTransaction: (connection: WriteConnection) => connection.run("commit"),
  async rollbackTransaction(connection: WriteConnection) {
    // A full disk, among others, has rolled back already.
    if (side.handle.inTransaction()) await connection.run("rollback");
  },
  savepoint: (connection: WriteConnection, name) =>
    connection.run(`savepoint "${name.replaceAll('"', '""')}"`),
  rollbackToSavepoint: (connection: WriteConnection, name) =>
    connection.run(`rollback to "${name.replaceAll('"', '""')}"`),
  releaseSavepoint: (connection: WriteConnection, name) =>
    connection.run(`release "${name.replaceAll('"', '""')}"`),
  releaseConnection: async (connection: WriteConnection) => connection.release(),
  // `Engine.close` closes the handle.
  destroy: async () => {},
});

export const sqliteDialect = (side: WritingSide): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => createDriver(side),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

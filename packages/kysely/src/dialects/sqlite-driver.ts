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
      busyRetry.run(() => handle.execute(sql, parameters) as never, since),
    // All at once: a statement that is stepped through row by row would block the handle for everything else.
    async *streamQuery({ sql, parameters }) {
      yield await busyRetry.run(() => handle.execute(sql, parameters) as never, since);
    },
  };
}

/** Takes the write lock at BEGIN: a deferred transaction that reads and then writes fails at once when somebody wrote in between. */
const createDriver = (side: WritingSide): Driver => ({
  init: async () => {},
  acquireConnection: () => acquire(side),
  beginTransaction: (connection) => (connection as WriteConnection).run("begin immediate"),
  commitTransaction: (connection) => (connection as WriteConnection).run("commit"),
  async rollbackTransaction(connection) {
    // A full disk, among others, has rolled back already.
    if (side.handle.inTransaction()) await (connection as WriteConnection).run("rollback");
  },
  savepoint: (connection, name) =>
    (connection as WriteConnection).run(`savepoint "${name.replaceAll('"', '""')}"`),
  rollbackToSavepoint: (connection, name) =>
    (connection as WriteConnection).run(`rollback to "${name.replaceAll('"', '""')}"`),
  releaseSavepoint: (connection, name) =>
    (connection as WriteConnection).run(`release "${name.replaceAll('"', '""')}"`),
  releaseConnection: async (connection) => (connection as WriteConnection).release(),
  // `Engine.close` closes the handle.
  destroy: async () => {},
});

export const sqliteDialect = (side: WritingSide): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => createDriver(side),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

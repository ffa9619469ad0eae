import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Patience } from "./busy-retry.js";
import type { SqliteHandle } from "./sqlite-handle.js";
import type { Turns } from "./turns.js";

/** One turn at the writing handle. */
interface Turn extends DatabaseConnection {
  run(sql: string): Promise<void>;
  end(): void;
}

export interface WritingSide {
  readonly handle: SqliteHandle;
  readonly patience: Patience;
  readonly turns: Turns;
  /** Resolves once the database is set up. */
  readonly ready: () => Promise<void>;
}

async function takeTurn({ handle, patience, turns, ready }: WritingSide): Promise<Turn> {
  const since = patience.waited();
  const end = await turns();
  try {
    await ready();
  } catch (thrown) {
    end();
    throw thrown;
  }
  return {
    end,
    async run(sql) {
      await patience.outlast(() => handle.execute(sql, []), since);
    },
    executeQuery: ({ sql, parameters }) =>
      patience.outlast(() => handle.execute(sql, parameters) as never, since),
    // All at once: a statement that is stepped through row by row would block the handle for everything else.
    async *streamQuery({ sql, parameters }) {
      yield await patience.outlast(() => handle.execute(sql, parameters) as never, since);
    },
  };
}

/** Takes the write lock at BEGIN: a deferred transaction that reads and then writes fails at once when somebody wrote in between. */
const createDriver = (side: WritingSide): Driver => ({
  init: async () => {},
  acquireConnection: () => takeTurn(side),
  beginTransaction: (turn) => (turn as Turn).run("begin immediate"),
  commitTransaction: (turn) => (turn as Turn).run("commit"),
  async rollbackTransaction(turn) {
    // A full disk, among others, has rolled back already.
    if (side.handle.inTransaction()) await (turn as Turn).run("rollback");
  },
  savepoint: (turn, name) => (turn as Turn).run(`savepoint "${name.replaceAll('"', '""')}"`),
  rollbackToSavepoint: (turn, name) =>
    (turn as Turn).run(`rollback to "${name.replaceAll('"', '""')}"`),
  releaseSavepoint: (turn, name) => (turn as Turn).run(`release "${name.replaceAll('"', '""')}"`),
  releaseConnection: async (turn) => (turn as Turn).end(),
  // Whoever opened the handle closes it.
  destroy: async () => {},
});

export const sqliteDialect = (side: WritingSide): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => createDriver(side),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

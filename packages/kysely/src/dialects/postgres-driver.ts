import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { NamedQuery } from "../statement.js";
import type { Connections } from "./postgres-connections.js";
import { leavesConnection, translated } from "./postgres-failures.js";
import type { PoolClientLike, PoolResult } from "./postgres-pool.js";
import { ownTypes } from "./postgres-values.js";

/** A connection of the pool, from when it is acquired until it is released. */
export interface PooledConnection extends DatabaseConnection {
  run(sql: string): Promise<void>;
  /**
   * Runs `sql`, once: the server only warns of a second BEGIN, and the COMMIT of the second would
   * be that of the first.
   */
  begin(sql: string): Promise<void>;
  commit(): Promise<void>;
  rollBack(): Promise<void>;
  release(): void;
}

/** Only our own statements have a name. */
type QueryInput = Pick<NamedQuery<unknown>, "sql" | "parameters"> &
  Partial<Pick<NamedQuery<unknown>, "name">>;

const COUNTED = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

type Statements = Pick<Connections, "deadlineMs" | "keepsStatements">;

/** `client` for statements that may take `deadlineMs` each; for ever when that is 0. */
export function openConnection(
  client: Pick<PoolClientLike, "query" | "release">,
  { deadlineMs, keepsStatements }: Statements,
): PooledConnection {
  let broken = false;
  let isBegun = false;
  let isEnding = false;

  async function query({ sql, parameters, name }: QueryInput): Promise<PoolResult> {
    const own = name !== undefined && { types: ownTypes, ...(keepsStatements && { name }) };
    const config = { text: sql, values: [...parameters], query_timeout: deadlineMs, ...own };
    try {
      return await client.query(config);
    } catch (thrown) {
      broken ||= !leavesConnection(thrown);
      throw translated(thrown);
    }
  }
  async function run(input: QueryInput): Promise<QueryResult<never>> {
    const { rows: found, rowCount, command } = await query(input);
    // The caller of the statement knows its rows.
    const rows = found as never[];
    return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }
  /**
   * Refused from before the end of the transaction: what its work left running would wait behind a
   * rollback, and write after it.
   */
  async function executeQuery(compiled: CompiledQuery): Promise<QueryResult<never>> {
    if (isEnding) throw new Error("the transaction has ended");
    return run(compiled);
  }

  return {
    executeQuery,
    // All at once: cursors need a package of their own.
    async *streamQuery(compiled: CompiledQuery) {
      yield await executeQuery(compiled);
    },
    async run(sql) {
      await query({ sql, parameters: [] });
    },
    async begin(sql) {
      if (isBegun) throw new Error("a transaction cannot begin within a transaction");
      isBegun = true;
      await query({ sql, parameters: [] });
    },
    async commit() {
      isEnding = true;
      // What the server makes of the COMMIT of a transaction in which a statement failed, even if
      // that was caught.
      const { command } = await query({ sql: "commit", parameters: [] });
      if (command === "ROLLBACK")
        throw new Error("the transaction was rolled back: a statement in it had failed");
    },
    async rollBack() {
      isEnding = true;
      try {
        if (!broken) await run({ sql: "rollback", parameters: [] });
      } catch {
        // What led here matters more. A connection that cannot roll back is thrown away, and the
        // server does it.
        broken = true;
      }
    },
    release: () => client.release(broken),
  };
}

const createDriver = (connections: Connections): Driver => ({
  init: async () => {},
  acquireConnection: async () => openConnection(await connections.acquire(), connections),
  beginTransaction: (connection: PooledConnection) => connection.begin(connections.begin),
  commitTransaction: (connection: PooledConnection) => connection.commit(),
  rollbackTransaction: (connection: PooledConnection) => connection.rollBack(),
  savepoint: (connection: PooledConnection, name) =>
    connection.run(`savepoint "${name.replaceAll('"', '""')}"`),
  rollbackToSavepoint: (connection: PooledConnection, name) =>
    connection.run(`rollback to "${name.replaceAll('"', '""')}"`),
  releaseSavepoint: (connection: PooledConnection, name) =>
    connection.run(`release "${name.replaceAll('"', '""')}"`),
  releaseConnection: async (connection: PooledConnection) => connection.release(),
  // `Engine.close` ends the pool.
  destroy: async () => {},
});

export const postgresDialect = (connections: Connections): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createDriver(connections),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

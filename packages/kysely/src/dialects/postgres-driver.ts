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
import type { PoolClient } from "pg";
import type { NamedQuery } from "../statement.js";
import type { Connections } from "./postgres-connections.js";
import { leavesConnection, translated } from "./postgres-failures.js";
import { ownTypes } from "./postgres-values.js";

/** A connection of the pool while somebody has it. */
export interface Loan extends DatabaseConnection {
  run(sql: string): Promise<void>;
  commit(): Promise<void>;
  rollBack(): Promise<void>;
  giveBack(): void;
}

/** Only our own statements have a name. */
type Question = Pick<NamedQuery<unknown>, "sql" | "parameters"> &
  Partial<Pick<NamedQuery<unknown>, "name">>;

export const BEGIN = "begin isolation level read committed";

const COUNTED = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** `client` for statements that may take `deadlineMs` each; for ever when that is 0. */
export function lend(client: PoolClient, deadlineMs: number): Loan {
  let broken = false;

  async function ask({ sql, parameters, name }: Question) {
    const named = name !== undefined && { name, types: ownTypes };
    const question = { text: sql, values: [...parameters], query_timeout: deadlineMs, ...named };
    try {
      return await client.query<never>(question);
    } catch (thrown) {
      broken ||= !leavesConnection(thrown);
      throw translated(thrown);
    }
  }
  async function run(question: Question): Promise<QueryResult<never>> {
    const { rows, rowCount, command } = await ask(question);
    return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  return {
    executeQuery: (query: CompiledQuery) => run(query),
    // All at once: cursors need a package of their own.
    async *streamQuery(query: CompiledQuery) {
      yield await run(query);
    },
    async run(sql) {
      await ask({ sql, parameters: [] });
    },
    async commit() {
      // What the server makes of the COMMIT of a transaction in which a statement failed, even if that was caught.
      const { command } = await ask({ sql: "commit", parameters: [] });
      if (command === "ROLLBACK")
        throw new Error("the transaction was rolled back: a statement in it had failed");
    },
    async rollBack() {
      try {
        if (!broken) await run({ sql: "rollback", parameters: [] });
      } catch {
        // What led here matters more. A connection that cannot roll back is thrown away, and the server does it.
        broken = true;
      }
    },
    giveBack: () => client.release(broken),
  };
}

const createDriver = ({ take, deadlineMs }: Connections): Driver => ({
  init: async () => {},
  acquireConnection: async () => lend(await take(), deadlineMs),
  beginTransaction: (loan) => (loan as Loan).run(BEGIN),
  commitTransaction: (loan) => (loan as Loan).commit(),
  rollbackTransaction: (loan) => (loan as Loan).rollBack(),
  savepoint: (loan, name) => (loan as Loan).run(`savepoint "${name.replaceAll('"', '""')}"`),
  rollbackToSavepoint: (loan, name) =>
    (loan as Loan).run(`rollback to "${name.replaceAll('"', '""')}"`),
  releaseSavepoint: (loan, name) => (loan as Loan).run(`release "${name.replaceAll('"', '""')}"`),
  releaseConnection: async (loan) => (loan as Loan).giveBack(),
  // Whoever ends the pool ends it.
  destroy: async () => {},
});

export const postgresDialect = (connections: Connections): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createDriver(connections),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

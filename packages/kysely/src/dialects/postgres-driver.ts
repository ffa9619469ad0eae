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
import type { Pool, PoolClient } from "pg";
import type { NamedQuery } from "../statement.js";
import { translated } from "./postgres-failures.js";
import { ownTypes } from "./postgres-values.js";

/** A connection of the pool while somebody has it. */
interface Loan extends DatabaseConnection {
  run(sql: string): Promise<void>;
  commit(): Promise<void>;
  rollBack(): Promise<void>;
  giveBack(): void;
}

/** Only our own statements have a name. */
type Question = Pick<NamedQuery<unknown>, "sql" | "parameters"> & Partial<Pick<NamedQuery<unknown>, "name">>;

const COUNTED = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

async function borrow(pool: Pool): Promise<Loan> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (thrown) {
    throw translated(thrown);
  }
  let broken = false;
  // Between two statements a lost connection is an event, and without a listener it would end the process.
  const noticeLoss = (): void => void (broken = true);
  client.on("error", noticeLoss);

  async function ask({ sql, parameters, name }: Question) {
    try {
      return await client.query<never>({ text: sql, values: [...parameters], ...(name !== undefined && { name, types: ownTypes }) });
    } catch (thrown) {
      const failure = translated(thrown);
      if (failure !== thrown) broken = true;
      throw failure;
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
      if (command === "ROLLBACK") throw new Error("the transaction was rolled back: a statement in it had failed");
    },
    async rollBack() {
      try {
        if (!broken) await run({ sql: "rollback", parameters: [] });
      } catch {
        // What led here matters more. A connection that cannot roll back is thrown away, and the server does it.
        broken = true;
      }
    },
    giveBack() {
      client.off("error", noticeLoss);
      client.release(broken);
    },
  };
}

const createDriver = (pool: Pool): Driver => ({
  init: async () => {},
  acquireConnection: () => borrow(pool),
  beginTransaction: (loan) => (loan as Loan).run("begin isolation level read committed"),
  commitTransaction: (loan) => (loan as Loan).commit(),
  rollbackTransaction: (loan) => (loan as Loan).rollBack(),
  savepoint: (loan, name) => (loan as Loan).run(`savepoint "${name.replaceAll('"', '""')}"`),
  rollbackToSavepoint: (loan, name) => (loan as Loan).run(`rollback to "${name.replaceAll('"', '""')}"`),
  releaseSavepoint: (loan, name) => (loan as Loan).run(`release "${name.replaceAll('"', '""')}"`),
  releaseConnection: async (loan) => (loan as Loan).giveBack(),
  // Whoever ends the pool ends it.
  destroy: async () => {},
});

export const postgresDialect = (pool: Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createDriver(pool),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

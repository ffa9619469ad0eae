import type { Tx } from "@acme/auth-core";
// The application's own Kysely, here alone: everywhere else the build puts a copy in its place.
import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
} from "kysely";
import type { DialectName } from "./engine.js";
import { openTransactionOf } from "./kysely-store.js";

/** Adds an application's tables to what a Kysely transaction knows. */
export interface WithTables {
  /**
   * Returns the same transaction, for the tables that `T` names: an interface or a type, as Kysely
   * describes a database.
   */
  withTables<T extends object>(): Transaction<T>;
}

/**
 * A transaction of Kysely's that knows no tables yet. Kysely's own `withTables` takes no interface;
 * this one takes both.
 */
export type KyselyTransaction = WithTables & Transaction<unknown>;

/**
 * The transaction is open, and ends with the work of the store. Kysely's own stand-in would answer
 * with success: a transaction within it would seem to be rolled back.
 */
class OpenDriver extends DummyDriver {
  override async beginTransaction(): Promise<never> {
    throw new Error("a transaction cannot begin within a transaction");
  }
}

const createDriver = () => new OpenDriver();

const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
};

/**
 * The Kysely transaction behind a `Tx`, so that an application's own rows commit or roll back with
 * ours. Works until the transaction ends, also in another copy of this package of the same major
 * version, as bundlers make one for each route. It is of the application's own `kysely`, whichever
 * version of the range that is. A unique value that is there already is a `StoreConflict`, on
 * either database. Throws for a `Tx` of another kind of store.
 * @example
 * interface Tables {
 *   note: { id: string; text: string };
 * }
 * await store.transaction((tx) => kyselyOf(tx).withTables<Tables>().insertInto("note").values(note).execute());
 */
export function kyselyOf(tx: Tx): KyselyTransaction {
  const open = openTransactionOf(tx);
  const connection: DatabaseConnection = {
    executeQuery: (query) => open.run<never>(query),
    // All at once: SQLite would be blocked for everything else by a statement that is stepped
    // through row by row, and on Postgres cursors need a package of their own.
    async *streamQuery(query) {
      yield await open.run<never>(query);
    },
  };
  const dialect = DIALECTS[open.dialect];
  const executor = new DefaultQueryExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    { provideConnection: (consumer) => consumer(connection) },
  );
  const driver = dialect.createDriver();
  return new Transaction<unknown>({
    config: { dialect },
    dialect,
    driver,
    executor,
  }) as KyselyTransaction;
}

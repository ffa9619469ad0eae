import type { CallerStore } from "@acme/auth-core/store";
import type { Expression, Kysely, SelectQueryBuilder } from "kysely";
import type { Database } from "./schema.js";
import type { Runner, Statement } from "./statement.js";

/** The databases that there are. */
export type DialectName = "postgres" | "sqlite";

/**
 * Where the statements of one set of stores run. Inside a transaction both are that transaction.
 */
export interface Access {
  /** For statements that only read. On a SQLite file it never waits behind a writer. */
  readonly reads: Runner;
  readonly writes: Runner;
}

/**
 * Adds one kind of row lock to a query, and returns the query unchanged where the database needs
 * none.
 */
export type Locking = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  of?: TB & string,
) => SelectQueryBuilder<DB, TB, O>;

/**
 * How a database keeps the rows of a query from changing until the transaction ends. A database
 * whose open transaction holds the only write lock needs none of these.
 */
export interface RowLocks {
  /**
   * Others neither change, delete nor refer to the rows. With `of`, only the rows of that table are
   * locked.
   */
  readonly forUpdate: Locking;
  /** Others neither change nor delete the rows; they may go on referring to them. */
  readonly forNoKeyUpdate: Locking;
  /** Others do not delete the rows. */
  readonly forKeyShare: Locking;
  /**
   * Like `forUpdate`, but rows that another transaction has locked are left out, and nothing waits.
   */
  readonly skipLocked: Locking;
}

/**
 * What the statements of stores are compiled with. It names what a database can do, and never which
 * database it is.
 */
export interface Compiler {
  /** Builds and compiles; the stores run nothing on it. `tablesOf` knows its tables. */
  readonly db: object;
  readonly rows: RowLocks;
  /**
   * Holds a key until the transaction ends, whether or not it has a row yet. Null where the
   * transaction holds the only write lock.
   */
  readonly lockKey: Statement<{ readonly key: string }, unknown> | null;
}

/** The same, with the tables of the base. */
export interface BaseCompiler extends Compiler {
  readonly db: Kysely<Database>;
  /** The expression of indexes that are made with `ColumnTypes.foldedAscii`. */
  readonly foldedAscii: (text: Expression<string>) => Expression<string>;
}

/**
 * Makes a store: its statements are compiled once, and the store is built for each transaction that
 * uses it, and for what runs outside of one.
 */
export type StoreMaker<Made, C extends Compiler = Compiler> = (compiler: C) => (at: Access) => Made;

/** Makes each store of `S`. */
export type StoreMakers<S extends object, C extends Compiler = Compiler> = {
  readonly [Name in keyof S]: StoreMaker<S[Name], C>;
};

/** One transaction, from BEGIN until it ends. */
export interface OpenTransaction extends Runner {
  readonly dialect: DialectName;
}

/** Where the statements run that follow the transaction of a migration, outside of any. */
export interface Online {
  /** Waits as long as it takes. Nothing waits behind what builds an index. */
  readonly builds: Runner;
  /**
   * Each statement is a transaction. It waits for a lock only for a moment, since others wait for
   * those that it has, and begins again until it succeeds.
   */
  readonly rewrites: Runner;
}

/**
 * One database behind one dialect. Everything it rejects with for being out of reach is a
 * `StoreUnavailable`, and everything for a unique value that is there already is a `StoreConflict`.
 */
export interface Engine extends Access {
  readonly dialect: DialectName;
  readonly compiler: BaseCompiler;
  readonly findCaller: CallerStore["find"];
  transaction<T>(work: (open: OpenTransaction) => Promise<T>): Promise<T>;
  /**
   * A transaction for changing the schema. One runs at a time; other transactions wait for it to
   * end before they begin.
   */
  migration<T>(work: (at: Runner) => Promise<T>): Promise<T>;
  /**
   * What follows the transaction of a migration: statements of their own that may take long, on a
   * connection of their own. On Postgres no other process migrates meanwhile.
   */
  online(work: (at: Online) => Promise<void>): Promise<void>;
  readonly close: () => Promise<void>;
}

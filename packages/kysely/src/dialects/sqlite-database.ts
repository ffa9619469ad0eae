/** A prepared statement of better-sqlite3, as far as a store uses it. */
export interface SqliteStatementLike {
  /** Whether it returns rows. */
  readonly reader: boolean;
  /** Returns all rows, by the names of their columns. */
  all(...values: readonly unknown[]): readonly unknown[];
  /** Returns the first row; undefined when there is none. */
  get(...values: readonly unknown[]): unknown;
  /** Runs a statement that returns no rows. */
  run(...values: readonly unknown[]): SqliteChanges;
  /** Returns rows as arrays from now on. */
  raw(): SqliteStatementLike;
}

/** What a statement without rows has done. */
export interface SqliteChanges {
  /** How many rows it has changed. */
  readonly changes: number | bigint;
  readonly lastInsertRowid: number | bigint;
}

/**
 * An open database of better-sqlite3, or of a driver that is used in the same way, such as libSQL's
 * (`libsql`). What it throws has the name of SQLite's result code as its `code`
 * (`SQLITE_CONSTRAINT_UNIQUE`).
 */
export interface SqliteDatabaseLike {
  /** Whether a transaction is open. */
  readonly inTransaction: boolean;
  /** Compiles one statement. */
  prepare(sql: string): SqliteStatementLike;
  /** Closes the file. */
  close(): unknown;
}

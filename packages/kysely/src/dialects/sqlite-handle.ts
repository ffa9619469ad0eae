import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import SqliteDatabase from "better-sqlite3";
import type { QueryResult } from "kysely";

/**
 * A prepared statement. No type of the driver stands in a declaration, so that an application
 * without `@types/better-sqlite3` compiles.
 */
export interface SqliteStatement {
  /** Returns rows as arrays from now on. */
  raw(): SqliteStatement;
  /** Returns the first row; undefined when there is none. */
  get(...parameters: readonly unknown[]): unknown;
}

/** One connection of SQLite. Synchronous throughout; a lock in the way throws at once. */
export interface SqliteHandle {
  /** The rows are of the type that the caller of the statement knows. */
  execute(sql: string, parameters: readonly unknown[]): QueryResult<never>;
  prepare(sql: string): SqliteStatement;
  pragma(text: string): unknown;
  inTransaction(): boolean;
  /** Returns the bytes of the whole database. */
  serialize(): Buffer;
  close(): void;
}

export interface HandleOptions {
  readonly readonly?: boolean;
  /** Called with each statement's text, values filled in, before it runs. */
  readonly verbose?: ((sql: string) => void) | undefined;
}

type CachedStatement = SqliteDatabase.Statement<unknown[], never>;

const CACHED_STATEMENTS = 200;

/**
 * SQLite knows neither booleans nor dates. Our own statements bring dates as text already; an
 * application's may not.
 */
const storable = (value: unknown): unknown =>
  typeof value === "boolean" ? Number(value) : value instanceof Date ? value.toISOString() : value;

/**
 * Makes the folders above `file` and the file itself, readable by this operating system user alone.
 */
export function createFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
}

/** Opens a file, or in memory a copy of a database of which these are the bytes. */
export function openHandle(
  file: string | Buffer,
  { readonly = false, verbose }: HandleOptions = {},
): SqliteHandle {
  // timeout 0: SQLite's own busy handler would sleep on the thread that serves all requests.
  const database = new SqliteDatabase(file, {
    readonly,
    timeout: 0,
    ...(verbose && { verbose: (sql) => verbose(String(sql)) }),
  });
  const cache = new Map<string, CachedStatement>();

  function forgetOldest(): void {
    const [oldest] = cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
  }

  function cached(sql: string): CachedStatement {
    let statement = cache.get(sql);
    // The order matters only once some must go.
    if (statement && cache.size < CACHED_STATEMENTS) return statement;
    if (statement) cache.delete(sql);
    else if (cache.size >= CACHED_STATEMENTS) forgetOldest();
    statement ??= database.prepare<unknown[], never>(sql);
    cache.set(sql, statement);
    return statement;
  }

  return {
    execute(sql, parameters) {
      const statement = cached(sql);
      const values = parameters.map(storable);
      if (statement.reader) return { rows: statement.all(values) };
      const { changes, lastInsertRowid } = statement.run(values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    prepare: (sql) => database.prepare(sql),
    pragma: (text) => database.pragma(text, { simple: true }),
    inTransaction: () => database.inTransaction,
    serialize: () => database.serialize(),
    close: () => database.close(),
  };
}

import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { QueryResult } from "kysely";
import { createBytesReader } from "./sqlite-bytes.js";
import type { SqliteDatabaseLike, SqliteStatementLike } from "./sqlite-database.js";
import { withValues } from "./sqlite-text.js";

/** A prepared statement whose rows are arrays. */
export interface SqliteRowReader {
  /** Returns the first row; undefined when there is none. */
  get(...values: readonly unknown[]): unknown;
}

/** One connection of SQLite. Synchronous throughout; a lock in the way throws at once. */
export interface SqliteHandle {
  /** The rows are of the type that the caller of the statement knows. */
  execute(sql: string, parameters: readonly unknown[]): QueryResult<never>;
  prepareRaw(sql: string): SqliteRowReader;
  /** Runs a pragma and returns the first value that it answers. */
  pragma(text: string): unknown;
  inTransaction(): boolean;
  close(): void;
}

/** Called with each statement's text, values filled in, before it runs. */
export type Verbose = ((sql: string) => void) | undefined;

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

/** The statements of a database that were prepared last. */
function createCache(database: SqliteDatabaseLike): (sql: string) => SqliteStatementLike {
  const cache = new Map<string, SqliteStatementLike>();

  function forgetOldest(): void {
    const [oldest] = cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
  }

  return (sql) => {
    let statement = cache.get(sql);
    // The order matters only once some must go.
    if (statement && cache.size < CACHED_STATEMENTS) return statement;
    if (statement) cache.delete(sql);
    else if (cache.size >= CACHED_STATEMENTS) forgetOldest();
    statement ??= database.prepare(sql);
    cache.set(sql, statement);
    return statement;
  };
}

/** What a statement is refused with once the store is closed, whichever driver it has. */
export const CLOSED = "The database connection is not open";

/** The handle over an open database, which is the handle's from now on. */
export function handleOn(database: SqliteDatabaseLike, verbose?: Verbose): SqliteHandle {
  const cached = createCache(database);
  const readBytes = createBytesReader(database);
  let isOpen = true;

  function begin(sql: string, values: readonly unknown[]): void {
    if (!isOpen) throw new TypeError(CLOSED);
    verbose?.(withValues(sql, values));
  }

  return {
    execute(sql, parameters) {
      const values = parameters.map(storable);
      begin(sql, values);
      const statement = cached(sql);
      // The caller of the statement knows its rows.
      if (statement.reader) return { rows: readBytes(statement.all(...values)) as never[] };
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    prepareRaw(sql) {
      const statement = database.prepare(sql).raw();
      return {
        get(...values) {
          begin(sql, values);
          return statement.get(...values);
        },
      };
    },
    pragma(text) {
      const sql = `PRAGMA ${text}`;
      begin(sql, []);
      const statement = database.prepare(sql);
      const row = statement.reader ? statement.raw().get() : undefined;
      const values: readonly unknown[] = Array.isArray(row) ? row : [];
      return values[0];
    },
    inTransaction: () => database.inTransaction,
    close() {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}

import { Kysely, sql } from "kysely";
import type { Engine } from "../engine.js";
import type { Database } from "../schema.js";
import type { Runner } from "../statement.js";
import { callerQuery } from "../stores/callers.js";
import { createBusyRetry } from "./busy-retry.js";
import { createIdleLimit } from "./idle-limit.js";
import { findCallerIn } from "./sqlite-callers.js";
import { runTransaction, sqliteDialect, writingOn, type WritingSide } from "./sqlite-driver.js";
import type { FileOptions, SqliteFile } from "./sqlite-file.js";
import { sqliteRowLocks } from "./sqlite-locks.js";
import { statementDialect } from "./sqlite-statements.js";

/** The options of a store in SQLite. */
export interface SqliteEngineOptions {
  /**
   * How long, in milliseconds, to wait for a lock that another process holds before a
   * `StoreUnavailable`. 5,000 unless told.
   */
  readonly busyLimitMs?: number;
  /**
   * How long, in milliseconds, a transaction may wait for anything but its own statements before it
   * is rolled back, since all other writes wait for it. 5,000 unless told.
   */
  readonly idleInTransactionMs?: number;
  /**
   * Called with the text of every statement, values filled in, before it runs. For tests and
   * debugging: the values are secrets.
   */
  readonly verbose?: (sql: string) => void;
}

/** Runs beside whatever transaction is open; in memory, in turn with it. */
const readingOn = (file: SqliteFile, inTurn: Runner, busyLimitMs: number): Runner => ({
  async run(query) {
    await file.ready();
    const reader = file.reader();
    if (!reader) return inTurn.run(query);
    return createBusyRetry(busyLimitMs).run(() =>
      (file.reader() ?? reader).execute(query.sql, query.parameters),
    );
  },
});

/** How long to wait for a lock of another process unless told. */
const BUSY_LIMIT_MS = 5_000;

export const fileOptions = ({
  busyLimitMs = BUSY_LIMIT_MS,
  verbose,
}: SqliteEngineOptions): FileOptions => ({ busyLimitMs, verbose });

export function sqliteEngineOn(
  file: SqliteFile,
  { busyLimitMs = BUSY_LIMIT_MS, idleInTransactionMs = 5_000 }: SqliteEngineOptions,
): Engine {
  const side: WritingSide = {
    handle: file.writer,
    busyRetry: file.busyRetry,
    writeQueue: file.writeQueue,
    ready: file.ready,
    idleLimit: createIdleLimit(idleInTransactionMs),
  };
  const db = new Kysely<Database>({ dialect: sqliteDialect });
  const writes = writingOn(side);
  return {
    dialect: "sqlite",
    compiler: {
      db: new Kysely<Database>({ dialect: statementDialect }),
      rows: sqliteRowLocks,
      lockKey: null,
      foldedAscii: (text) => sql<string>`lower(${text})`,
    },
    writes,
    reads: readingOn(file, writes, busyLimitMs),
    findCaller: findCallerIn(file, () => callerQuery(db), busyLimitMs),
    transaction: (work) => runTransaction(side, work),
    migration: (work) => runTransaction(side, work),
    online: (work) => work({ builds: writes, rewrites: writes }),
    close: file.close,
  };
}

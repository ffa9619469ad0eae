import { type BusyRetry, createBusyRetry } from "./busy-retry.js";
import { createFile, type HandleOptions, openHandle, type SqliteHandle } from "./sqlite-handle.js";
import { createWriteQueue, type WriteQueue } from "./write-queue.js";

/** The handles on one SQLite database. */
export interface SqliteFile {
  readonly writer: SqliteHandle;
  /**
   * Hands the writer to one transaction, or one statement outside any, at a time, in the order in
   * which they came.
   */
  readonly writeQueue: WriteQueue;
  readonly busyRetry: BusyRetry;
  /** Resolves once the database is set up and `reader()` may be called. */
  readonly ready: () => Promise<void>;
  /**
   * The handle on which to read outside a transaction now: the writer, unless a transaction is open
   * there. What one handle writes empties the page cache of the other. Null in memory, where there
   * is but one handle.
   */
  reader(): SqliteHandle | null;
  readonly close: () => Promise<void>;
}

export const IN_MEMORY = ":memory:";

/**
 * Opens a file, a new database in memory, or in memory a copy of a database of which these are the
 * bytes.
 */
export function openSqliteFile(
  file: string | Buffer,
  busyLimitMs: number,
  options: HandleOptions,
): SqliteFile {
  if (file === "") throw new TypeError("the SQLite file needs a name");
  const onDisk = typeof file === "string" && file !== IN_MEMORY ? file : null;
  if (onDisk !== null) createFile(onDisk);
  const writer = openHandle(file, options);
  const writeQueue = createWriteQueue();
  const busyRetry = createBusyRetry(busyLimitMs);
  let reader: SqliteHandle | null = null;
  let settingUp: Promise<void> | undefined;

  // Not while opening: even a pragma can find the file locked, and waiting is asynchronous.
  async function setUp(): Promise<void> {
    await createBusyRetry(busyLimitMs).run(() => {
      const mode = writer.pragma("journal_mode = WAL");
      if (mode !== "wal" && onDisk !== null)
        throw new Error(
          `${onDisk} is on a file system without support for SQLite's write-ahead log`,
        );
      writer.pragma("synchronous = NORMAL");
      writer.pragma("foreign_keys = ON");
    });
    if (onDisk !== null) reader = openHandle(onDisk, { ...options, readonly: true });
  }

  return {
    writer,
    writeQueue,
    busyRetry,
    ready() {
      settingUp ??= setUp().catch((thrown: unknown) => {
        settingUp = undefined;
        throw thrown;
      });
      return settingUp;
    },
    reader: () => (reader === null || writer.inTransaction() ? reader : writer),
    async close() {
      const end = await writeQueue();
      reader?.close();
      writer.close();
      end();
    },
  };
}

import { type BusyRetry, createBusyRetry } from "./busy-retry.js";
import type { SqliteDatabaseLike } from "./sqlite-database.js";
import { createFile, handleOn, type SqliteHandle, type Verbose } from "./sqlite-handle.js";
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
   * there. What one handle writes empties the page cache of the other. Null in memory and over an
   * open database, where there is but one handle.
   */
  reader(): SqliteHandle | null;
  readonly close: () => Promise<void>;
}

/** How the handles of a file are made, and for how long they wait for a lock. */
export interface FileOptions {
  readonly busyLimitMs: number;
  readonly verbose?: Verbose;
}

/**
 * Opens a database with one driver. It must not wait for a lock: SQLite's own busy handler would
 * sleep on the thread that serves all requests.
 */
export type OpenSqlite = (
  file: string,
  access: { readonly readonly: boolean },
) => SqliteDatabaseLike;

export const IN_MEMORY = ":memory:";

/** Opens a file, or a new database in memory. */
export function openSqliteFile(file: string, open: OpenSqlite, options: FileOptions): SqliteFile {
  if (file === "") throw new TypeError("the SQLite file needs a name");
  const onDisk = file !== IN_MEMORY;
  if (onDisk) createFile(file);
  const handle = (readonly: boolean) => handleOn(open(file, { readonly }), options.verbose);
  return fileOn(handle(false), options, {
    name: file,
    openReader: onDisk ? () => handle(true) : null,
    waits: false,
  });
}

/** Takes over an open database. */
export const openedSqliteFile = (database: SqliteDatabaseLike, options: FileOptions): SqliteFile =>
  fileOn(handleOn(database, options.verbose), options, {
    name: "the database",
    openReader: null,
    waits: true,
  });

interface Opened {
  /** For what is told of it. */
  readonly name: string;
  readonly openReader: (() => SqliteHandle) | null;
  /** Whether SQLite's own busy handler may be on. */
  readonly waits: boolean;
}

function fileOn(
  writer: SqliteHandle,
  { busyLimitMs }: FileOptions,
  { name, openReader, waits }: Opened,
): SqliteFile {
  const writeQueue = createWriteQueue();
  let reader: SqliteHandle | null = null;
  let settingUp: Promise<void> | undefined;

  // Not while opening: even a pragma can find the file locked, and waiting is asynchronous.
  async function setUp(): Promise<void> {
    await createBusyRetry(busyLimitMs).run(() => {
      if (waits) writer.pragma("busy_timeout = 0");
      const mode = writer.pragma("journal_mode = WAL");
      if (mode !== "wal" && mode !== "memory")
        throw new Error(`${name} is on a file system without support for SQLite's write-ahead log`);
      writer.pragma("synchronous = NORMAL");
      writer.pragma("foreign_keys = ON");
    });
    reader = openReader?.() ?? null;
  }

  return {
    writer,
    writeQueue,
    busyRetry: createBusyRetry(busyLimitMs),
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

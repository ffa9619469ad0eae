import { hasOwnSqlite } from "../config/own-sqlite.js";

const LOCK_TIMEOUT_MS = 5_000;
/** Pages that are copied between two reports of progress. */
const PAGES_PER_STEP = 2_000;

type Row = Readonly<Record<string, unknown>>;
/** Is told which part of the pages remains to be copied. */
type Report = (remaining: number) => void;
interface Access {
  readonly readonly: boolean;
}
interface Pages {
  readonly totalPages: number;
  readonly remainingPages: number;
}

/** A SQLite file that a command works on, with the driver that the server has on this Node. */
export interface DatabaseFile {
  /** Runs one statement and returns its rows. */
  query(sql: string): readonly Row[];
  /** Copies the database as it is now into a file, some pages at a time. */
  copyTo(file: string, report: Report): Promise<void>;
  close(): void;
}

const part = ({ totalPages, remainingPages }: Pages): number =>
  totalPages === 0 ? 0 : remainingPages / totalPages;

async function openWithBetterSqlite3(file: string, { readonly }: Access): Promise<DatabaseFile> {
  const { default: SqliteDatabase } = await import("better-sqlite3");
  const database = new SqliteDatabase(file, { readonly, timeout: LOCK_TIMEOUT_MS });
  return {
    query(sql) {
      const statement = database.prepare<[], Row>(sql);
      if (statement.reader) return statement.all();
      statement.run();
      return [];
    },
    async copyTo(copy, report) {
      await database.backup(copy, {
        progress(pages) {
          report(part(pages));
          return PAGES_PER_STEP;
        },
      });
    },
    close: () => void database.close(),
  };
}

/** What is used of `node:sqlite`: the types of Node 20 know nothing of it. */
interface NodeDatabase {
  prepare(sql: string): { all(): readonly Row[] };
  close(): void;
}
interface NodeSqlite {
  readonly DatabaseSync: new (
    file: string,
    options: { readonly readOnly: boolean; readonly timeout: number },
  ) => NodeDatabase;
  readonly backup: (
    source: NodeDatabase,
    file: string,
    options: { readonly rate: number; readonly progress: (pages: Pages) => void },
  ) => Promise<unknown>;
}

const isNodeSqlite = (found: unknown): found is NodeSqlite =>
  typeof found === "object" && found !== null && "backup" in found;

function openWithNode(file: string, { readonly }: Access): DatabaseFile {
  const found: unknown = process.getBuiltinModule("node:sqlite");
  if (!isNodeSqlite(found)) throw new Error("this Node has no node:sqlite");
  const { DatabaseSync, backup } = found;
  const database = new DatabaseSync(file, { readOnly: readonly, timeout: LOCK_TIMEOUT_MS });
  return {
    query: (sql) => database.prepare(sql).all(),
    async copyTo(copy, report) {
      const progress = (pages: Pages): void => report(part(pages));
      await backup(database, copy, { rate: PAGES_PER_STEP, progress });
    },
    close: () => database.close(),
  };
}

/** Opens a file that is there. Waits for a lock of another process, on the thread. */
export const openDatabaseFile = async (file: string, access: Access): Promise<DatabaseFile> =>
  hasOwnSqlite(process.versions.node)
    ? openWithNode(file, access)
    : openWithBetterSqlite3(file, access);

import { execFile } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { type Account, newFolder, openAddress, removeFolder, startPrimary } from "./cluster.js";

const run = promisify(execFile);
const BIN = "/usr/lib/postgresql/15/bin";

/** A database that is backed up, restored, and read byte by byte. */
export interface Restorable {
  readonly name: "sqlite" | "postgres";
  /** For `DATABASE_URL`; after a restore it may be another. */
  url(): string;
  /** @param backUpFile Runs `auth-server backup FILE`. */
  backUp(backUpFile: (file: string) => Promise<void>): Promise<void>;
  /** Puts the backup in the place of the database. Nothing may use it. */
  restore(): Promise<void>;
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /**
   * Rewrites the tables and what the planner knows of them, so that freed pages hold nothing any
   * more.
   */
  rewrite(): Promise<void>;
  /** The bytes of every file of the database. The write-ahead log of Postgres is not among them. */
  bytes(): Promise<readonly Buffer[]>;
  close(): Promise<void>;
}

export function openSqlite(): Restorable {
  const folder = mkdtempSync(join(tmpdir(), "restore-"));
  const [file, backup] = [join(folder, "auth.db"), join(folder, "backup.db")];
  const using = <T>(work: (database: SqliteDatabase.Database) => T): T => {
    const database = new SqliteDatabase(file, { timeout: 5_000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    name: "sqlite",
    url: () => `sqlite:${file}`,
    backUp: (backUpFile) => backUpFile(backup),
    async restore() {
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      copyFileSync(backup, file);
    },
    query: async (sql) =>
      using((database) => {
        const statement = database.prepare(sql);
        if (!statement.reader) statement.run();
        return statement.reader ? (statement.all() as Readonly<Record<string, unknown>>[]) : [];
      }),
    rewrite: async () =>
      using((database) => {
        database.exec("vacuum");
        database.pragma("wal_checkpoint(truncate)");
      }),
    bytes: async () =>
      [file, `${file}-wal`].filter((each) => existsSync(each)).map((each) => readFileSync(each)),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

export async function openPostgres(account: Account): Promise<Restorable> {
  const folder = newFolder(account);
  const server = await startPrimary(folder, account);
  process.once("exit", () => server.process.kill("SIGKILL"));
  const address = await openAddress(server);
  const dump = join(folder, "backup.dump");
  let name = "original";
  const tool = (program: string, ...args: readonly string[]) =>
    run(join(BIN, program), ["-h", folder, "-U", "postgres", ...args], {
      ...account,
      cwd: folder,
    });
  async function query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new pg.Client({ host: folder, user: "postgres", database: name });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }
  await tool("createdb", name);
  return {
    name: "postgres",
    url: () => address.url.replace(/postgres$/, name),
    async backUp() {
      await tool("pg_dump", "--format=custom", "--no-owner", `--file=${dump}`, name);
    },
    async restore() {
      await tool("dropdb", name);
      name = "restored";
      await tool("createdb", name);
      await tool("pg_restore", "--exit-on-error", `--dbname=${name}`, dump);
    },
    query,
    async rewrite() {
      // The statistics hold samples of values, and those of a table that is empty now are not
      // renewed.
      await query("delete from pg_statistic");
      await query("analyze");
      await query("vacuum full");
    },
    async bytes() {
      await query("checkpoint");
      const base = join(folder, "data", "base");
      return readdirSync(base, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    },
    async close() {
      await address.close();
      server.process.kill("SIGINT");
      await once(server.process, "exit");
      removeFolder(folder);
    },
  };
}

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startPostgres } from "@acme/auth-testing/postgres";
import SqliteDatabase from "better-sqlite3";
import pg from "pg";

export const ENGINES = ["sqlite", "postgres"] as const;
export type EngineName = (typeof ENGINES)[number];

/** A database that the first release left behind. */
export interface TestDatabase {
  readonly name: string;
  /** For `DATABASE_URL`. */
  readonly url: string;
  readonly query: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly run: (sql: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const dumpOf = (engine: EngineName): string =>
  readFileSync(join(process.cwd(), `packages/kysely/test/first-release/${engine}.sql`), "utf8");

function openSqlite(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), "rolling-"));
  const file = join(folder, "auth.db");
  const handle = new SqliteDatabase(file);
  handle.exec(dumpOf("sqlite"));
  return {
    name: "SQLite",
    url: `sqlite:${file}`,
    query: async (sql) => handle.prepare(sql).all() as readonly Record<string, unknown>[],
    async run(sql) {
      handle.exec(sql);
    },
    async close() {
      handle.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openPostgres(): Promise<TestDatabase> {
  const cluster = await startPostgres();
  const url = await createDatabase(cluster.url);
  const loading = new pg.Client(url);
  await loading.connect();
  await loading.query(dumpOf("postgres"));
  await loading.end();
  // The dump has left the search path of its own connection empty.
  const client = new pg.Client(url);
  await client.connect();
  return {
    name: "Postgres",
    url,
    query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    async run(sql) {
      await client.query(sql);
    },
    async close() {
      await client.end();
      await cluster.stop();
    },
  };
}

export const openDatabase = async (engine: EngineName): Promise<TestDatabase> =>
  engine === "sqlite" ? openSqlite() : openPostgres();

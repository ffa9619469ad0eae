import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import SqliteDatabase from "better-sqlite3";
import { openBetterSqlite3 } from "../../src/dialects/better-sqlite3.js";
import { fileOptions, sqliteEngineOn } from "../../src/dialects/sqlite.js";
import { openSqliteFile } from "../../src/dialects/sqlite-file.js";
import { createSqliteStore } from "../../src/sqlite.js";
import type { BigDatabase, Explained } from "./database.js";
import type { Recorded } from "./recording.js";
import { fillings, type Sizes, type Sql } from "./tables.js";

const START_SECONDS = Date.UTC(2026, 0, 1) / 1_000;

const SQL: Sql = {
  id: (number) => `printf('00000000-0000-7000-8000-%012d', ${number})`,
  instant: (seconds) =>
    `strftime('%Y-%m-%dT%H:%M:%S.000Z', ${START_SECONDS} + ${seconds}, 'unixepoch')`,
  yes: "1",
  no: "0",
  bytes: "x'00'",
};

type Handle = SqliteDatabase.Database;

const PLAIN_INDEXES =
  "select name, sql from sqlite_master where type = 'index' and sql is not null";

function fill(database: Handle, sizes: Sizes): void {
  database.pragma("synchronous = off");
  database.pragma("cache_size = -1000000");
  const indexes = database.prepare<[], { name: string; sql: string }>(PLAIN_INDEXES).all();
  for (const { name } of indexes) database.exec(`drop index ${name}`);
  for (const [table, { rows, columns }] of Object.entries(fillings(SQL, sizes)))
    database.exec(`insert into ${table} (${Object.keys(columns).join(", ")})
      with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${rows})
      select ${Object.values(columns).join(", ")} from n`);
  for (const { sql } of indexes) database.exec(sql);
  database.pragma("wal_checkpoint(truncate)");
}

/** Rows that a statement has put aside itself, or a page of some, by their names. */
const asideIn = (sql: string): ReadonlySet<string> =>
  new Set(
    Array.from(
      sql.matchAll(
        /(?:with|,) "(\w+)" as (?:materialized )?\(|limit (?:\? \+ 0|\d+)\) as "(\w+)"/g,
      ),
      ([, rows, page]) => rows ?? page ?? "",
    ),
  );

/** The ledger of migrations, the schema, what operators enter by hand, and constants. */
const SMALL = new Set([
  "auth_migration",
  "auth_webhook_migration",
  "auth_webhook_endpoint",
  "sqlite_master",
  "pragma_table_info",
  "CONSTANT",
  "100-ROW",
]);

interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** A part of an index that has no end, such as (status=? AND next_attempt_at>?). */
const RANGE = /[<>]\?\)?$/;

/** Of what the index has in order, the last term sorts few rows at a time: those of one instant. */
const SORT = /^USE TEMP B-TREE(?! FOR (?:LAST TERM|RIGHT PART) OF ORDER BY)/;

function explain(database: Handle, { sql, parameters }: Recorded): Explained {
  const plan = database
    .prepare<unknown[], Step>(`explain query plan ${sql}`)
    .all(...parameters.map(() => null));
  const aside = asideIn(sql);
  const repeated = new Set(
    plan.filter(({ detail }) => detail.startsWith("CORRELATED")).map(({ id }) => id),
  );
  const faults = plan.filter(({ parent, detail }) => {
    const [, scanned] = /^SCAN (\S+)/.exec(detail) ?? [];
    const isScan = scanned !== undefined && !SMALL.has(scanned) && !aside.has(scanned);
    const isWideForEachRow = repeated.has(parent) && RANGE.test(detail);
    const isSort = SORT.test(detail) && !isOfSmall(plan);
    return isScan || isWideForEachRow || isSort;
  });
  return {
    steps: plan.map(({ detail }) => detail),
    faults: faults.map(({ detail }) => detail),
  };
}

/** Whether nothing but small tables is read. */
const isOfSmall = (plan: readonly Step[]): boolean =>
  plan.every(({ detail }) => {
    const [, read] = /^(?:SCAN|SEARCH) (\S+)/.exec(detail) ?? [];
    return read === undefined || SMALL.has(read);
  });

interface Reference {
  readonly id: number;
  readonly from: string;
}

/** Foreign keys whose columns no index begins with. */
function bareReferences(database: Handle): readonly string[] {
  const tables = database
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table'")
    .all();
  return tables.flatMap(({ name }) => {
    const indexes = database.pragma(`index_list(${name})`) as readonly {
      readonly name: string;
      readonly partial: number;
    }[];
    const served = indexes
      .filter(({ partial }) => partial === 0)
      .map(
        (index) =>
          (database.pragma(`index_info(${index.name})`) as readonly { name: string }[])[0]?.name,
      );
    return (database.pragma(`foreign_key_list(${name})`) as readonly Reference[])
      .filter(({ from }) => !served.includes(from))
      .map(({ from }) => `${name}.${from}`);
  });
}

/** A file in the folder for temporary files, filled. */
export async function openSqlite(sizes: Sizes): Promise<BigDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "big-tables-"));
  const file = join(folder, "auth.db");
  const store = createSqliteStore(file, { features: [webhookTables], guarded: false });
  await store.migrate();
  await store.close();
  const database = new SqliteDatabase(file);
  fill(database, sizes);
  return {
    name: "SQLite",
    openEngine: () => sqliteEngineOn(openSqliteFile(file, openBetterSqlite3, fileOptions({})), {}),
    explain: async (recorded) => explain(database, recorded),
    bareReferences: async () => bareReferences(database),
    async run(sql) {
      database.exec(sql);
    },
    async close() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

import SqliteDatabase from "better-sqlite3";
import { Client } from "pg";
import { kyselyOf, type KyselyStore } from "@acme/auth-kysely";
import { openCountedStore } from "./counted-store.js";
import { SAMPLE_TABLES, type Row, type SampleTable } from "./sample-rows.js";

const ROWS_AT_ONCE = 500;

async function fill(store: KyselyStore, { table, rowOf }: SampleTable, rows: number) {
  for (let written = 0; written < rows; written += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, rows - written);
    const values = Array.from({ length: count }, (_, index) => rowOf(written + index));
    await store.transaction(async (tx) => {
      await kyselyOf(tx)
        .withTables<Readonly<Record<string, Row>>>()
        .insertInto(table)
        .values(values)
        .execute();
    });
  }
}

/** Pages of each table and of its indexes. */
function sizesInSqlite(file: string): ReadonlyMap<string, number> {
  const database = new SqliteDatabase(file, { readonly: true });
  const rows = database
    .prepare(
      "select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_schema using (name) group by tbl_name",
    )
    .all() as readonly { readonly name: string; readonly bytes: number }[];
  database.close();
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

async function sizesInPostgres(url: string): Promise<ReadonlyMap<string, number>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("vacuum");
  const { rows } = await client.query<{ readonly name: string; readonly bytes: string }>(
    "select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relname like 'auth_%'",
  );
  await client.end();
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Fills an empty database, and returns the bytes that a row of each kind takes, its share of the indexes included. */
export async function measureBytes(
  database: string,
  rows: number,
): Promise<ReadonlyMap<string, number>> {
  const { store } = await openCountedStore(database);
  for (const table of SAMPLE_TABLES) await fill(store, table, rows);
  await store.close();
  const sizes = database.startsWith("postgres")
    ? await sizesInPostgres(database)
    : sizesInSqlite(database);
  return new Map(
    SAMPLE_TABLES.map(({ name, table }) => [name, Math.round((sizes.get(table) ?? NaN) / rows)]),
  );
}

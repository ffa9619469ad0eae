import pg from "pg";
import { openReader } from "./sqlite-driver.js";

/** A row as it is stored, with its values as text. */
export interface StoredRow {
  readonly table: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Every value of every row of every table, as text. */
export async function dumpDatabase(location: string): Promise<readonly string[]> {
  return (await readRows(location)).flatMap(({ values }) => Object.values(values));
}

/** Every row of every table. */
export async function readRows(location: string): Promise<readonly StoredRow[]> {
  return location.startsWith("postgres") ? readPostgres(location) : readSqlite(location);
}

type Read = Readonly<Record<string, unknown>>;
const storedRow = (table: string, row: Read, textOf: (value: unknown) => string): StoredRow => ({
  table,
  values: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, textOf(value)])),
});

function readSqlite(file: string): readonly StoredRow[] {
  const database = openReader(file);
  const tables = database
    .prepare("select name from sqlite_master where type = 'table'")
    .all() as readonly { readonly name: string }[];
  const rows = tables.flatMap(({ name }) =>
    (database.prepare(`select * from "${name}"`).all() as readonly Read[]).map((row) =>
      storedRow(name, row, String),
    ),
  );
  database.close();
  return rows;
}

async function readPostgres(url: string): Promise<readonly StoredRow[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const found: StoredRow[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Read }>(
      `select to_jsonb(t) as row from "${name}" t`,
    );
    for (const { row } of rows)
      found.push(
        storedRow(name, row, (value) =>
          typeof value === "string" ? value : JSON.stringify(value),
        ),
      );
  }
  await client.end();
  return found;
}

import SqliteDatabase from "better-sqlite3";
import pg from "pg";

/** Every value of every row of every table, as text. */
export async function dumpDatabase(address: string): Promise<readonly string[]> {
  return address.startsWith("postgres") ? dumpPostgres(address) : dumpSqlite(address);
}

function dumpSqlite(file: string): readonly string[] {
  const database = new SqliteDatabase(file, { readonly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all() as readonly string[];
  const values = tables.flatMap((table) => database.prepare(`select * from "${table}"`).raw().all() as readonly unknown[][]).flat();
  database.close();
  return values.map(String);
}

async function dumpPostgres(url: string): Promise<readonly string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const values: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Readonly<Record<string, unknown>> }>(`select to_jsonb(t) as row from "${name}" t`);
    for (const { row } of rows) values.push(...Object.values(row).map((value) => (typeof value === "string" ? value : JSON.stringify(value))));
  }
  await client.end();
  return values;
}

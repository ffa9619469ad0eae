import { CompiledQuery } from "kysely";
import type { DialectName } from "./engine.js";
import { COLUMN_TYPES } from "./migrations/migration.js";
import type { Runner } from "./statement.js";

/** What the database keeps of a migration that was applied to it. */
export interface Applied {
  readonly id: string;
  readonly checksum: string;
  /** Null where an earlier release recorded it, which kept none. */
  readonly oldestSchema: number | null;
}

/** The ledger of one namespace. */
export interface Ledger {
  /** In their order. */
  readonly applied: readonly Applied[];
}

/** One table of migrations, in one dialect. */
export interface LedgerTable {
  readonly dialect: DialectName;
  readonly table: string;
}

const COLUMNS: Record<DialectName, string> = {
  postgres:
    "select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0",
  sqlite: "select name from pragma_table_info(?)",
};

const RECORD: Record<DialectName, (table: string) => string> = {
  postgres: (table) =>
    `insert into ${table} (id, checksum, oldest_schema, applied_at) values ($1, $2, $3, current_timestamp)`,
  sqlite: (table) =>
    `insert into ${table} (id, checksum, oldest_schema, applied_at) values (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
};

const run = (at: Runner, sql: string, parameters: readonly unknown[] = []) =>
  at.run(CompiledQuery.raw(sql, [...parameters]));

async function columnsOf(
  at: Runner,
  { dialect, table }: LedgerTable,
): Promise<ReadonlySet<string>> {
  const query = CompiledQuery.raw(COLUMNS[dialect], [table]);
  return new Set((await at.run<{ readonly name: string }>(query)).rows.map(({ name }) => name));
}

/** Returns null where no migration was ever applied. */
export async function readLedger(at: Runner, ledger: LedgerTable): Promise<Ledger | null> {
  const columns = await columnsOf(at, ledger);
  if (columns.size === 0) return null;
  const oldestSchema = columns.has("oldest_schema") ? "oldest_schema" : "null";
  const text = `select id, checksum, ${oldestSchema} as "oldestSchema" from ${ledger.table} order by id`;
  return { applied: (await at.run<Applied>(CompiledQuery.raw(text))).rows };
}

export async function createLedger(at: Runner, { dialect, table }: LedgerTable): Promise<void> {
  const { key, text, timestamp, integer, tableEnd } = COLUMN_TYPES[dialect];
  await run(
    at,
    `create table ${table} (id ${key} not null primary key, checksum ${text} not null, applied_at ${timestamp} not null, oldest_schema ${integer})${tableEnd}`,
  );
}

/** Lets the ledger of an earlier release keep what that release did not; it goes on using the ledger as it is. */
export async function extendLedger(at: Runner, ledger: LedgerTable): Promise<void> {
  if ((await columnsOf(at, ledger)).has("oldest_schema")) return;
  const { integer } = COLUMN_TYPES[ledger.dialect];
  await run(at, `alter table ${ledger.table} add column oldest_schema ${integer}`);
}

export async function recordMigration(
  at: Runner,
  { dialect, table }: LedgerTable,
  { id, checksum, oldestSchema }: Applied,
): Promise<void> {
  await run(at, RECORD[dialect](table), [id, checksum, oldestSchema]);
}

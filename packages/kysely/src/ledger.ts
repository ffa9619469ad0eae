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
  /** Whether its transaction was committed, and what follows it may not have been done. */
  readonly isUnfinished: boolean;
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

/** All as text: an application may have set parsers of its own for other types. */
interface LedgerRow {
  readonly id: string;
  readonly checksum: string;
  readonly oldest: string | null;
  readonly unfinished: string | null;
}

const COLUMNS: Record<DialectName, string> = {
  postgres:
    "select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0",
  sqlite: "select name from pragma_table_info(?)",
};

const RECORD: Record<DialectName, string> = {
  postgres: "values ($1, $2, $3, current_timestamp,",
  sqlite: "values (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),",
};

const FINISH: Record<DialectName, string> = { postgres: "$1", sqlite: "?" };

/**
 * What an earlier release did not keep. Null, as that release leaves it, is: not known, and
 * finished.
 */
const laterColumns = (dialect: DialectName): Readonly<Record<string, string>> => ({
  oldest_schema: COLUMN_TYPES[dialect].integer,
  unfinished: COLUMN_TYPES[dialect].flag,
});

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
  const later = (name: string) => (columns.has(name) ? `cast(${name} as text)` : "null");
  const text = `select id, checksum, ${later("oldest_schema")} as oldest, ${later("unfinished")} as unfinished from ${ledger.table} order by id`;
  const { rows } = await at.run<LedgerRow>(CompiledQuery.raw(text));
  const applied = rows.map(({ id, checksum, oldest, unfinished }) => ({
    id,
    checksum,
    oldestSchema: oldest === null ? null : Number(oldest),
    isUnfinished: unfinished !== null,
  }));
  return { applied };
}

export async function createLedger(at: Runner, { dialect, table }: LedgerTable): Promise<void> {
  const { key, text, timestamp, tableEnd } = COLUMN_TYPES[dialect];
  const later = Object.entries(laterColumns(dialect)).map(([name, type]) => `, ${name} ${type}`);
  await run(
    at,
    `create table ${table} (id ${key} not null primary key, checksum ${text} not null, applied_at ${timestamp} not null${later.join("")})${tableEnd}`,
  );
}

/**
 * Lets the ledger of an earlier release keep what that release did not; it goes on using the ledger
 * as it is.
 */
export async function extendLedger(at: Runner, ledger: LedgerTable): Promise<void> {
  const columns = await columnsOf(at, ledger);
  for (const [name, type] of Object.entries(laterColumns(ledger.dialect)))
    if (!columns.has(name)) await run(at, `alter table ${ledger.table} add column ${name} ${type}`);
}

export async function recordMigration(
  at: Runner,
  { dialect, table }: LedgerTable,
  { id, checksum, oldestSchema, isUnfinished }: Applied,
): Promise<void> {
  const insert = `insert into ${table} (id, checksum, oldest_schema, applied_at, unfinished)`;
  const unfinished = isUnfinished ? "true" : "null";
  await run(at, `${insert} ${RECORD[dialect]} ${unfinished})`, [id, checksum, oldestSchema]);
}

export async function finishMigration(
  at: Runner,
  { dialect, table }: LedgerTable,
  id: string,
): Promise<void> {
  await run(at, `update ${table} set unfinished = null where id = ${FINISH[dialect]}`, [id]);
}

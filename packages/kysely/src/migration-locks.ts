import { CompiledQuery } from "kysely";
import type { DialectName, Engine } from "./engine.js";
import { type AnyVolatile, goesThroughRows } from "./goes-through-rows.js";
import { namesChangedBy, skeletonOf } from "./own-tables.js";

/** A table that is there before a migration, which locks it. */
export interface LockedTable {
  readonly table: string;
  /**
   * The strongest lock that is taken on it, as the documentation of Postgres names it; on SQLite
   * `WRITE`, which is that of the whole database.
   */
  readonly lock: string;
  /** On Postgres as the planner estimates it; null where it was never analyzed. */
  readonly rows: number | null;
  /** With its indexes; null on SQLite. */
  readonly bytes: number | null;
  /**
   * Whether a statement of the transaction reads or writes all its rows. It then takes longer the
   * larger the table is, and every lock of the migration is held meanwhile; otherwise for a moment.
   */
  readonly goesThroughRows: boolean;
}

/**
 * From the weakest to the strongest; the last two that stop writes begin with `SHARE`, and only the
 * last stops reads.
 */
const LOCKS = [
  "ACCESS SHARE",
  "ROW EXCLUSIVE",
  "SHARE UPDATE EXCLUSIVE",
  "SHARE",
  "SHARE ROW EXCLUSIVE",
  "ACCESS EXCLUSIVE",
] as const;
type Lock = (typeof LOCKS)[number];

/** The first form that fits says which lock is taken. */
const FORMS: readonly (readonly [form: RegExp, lock: Lock])[] = [
  // On a table that is there, `if not exists` does nothing.
  [/^select |^create (?:or replace )?view |^create table if not exists /i, "ACCESS SHARE"],
  [/^(?:insert|update|delete) /i, "ROW EXCLUSIVE"],
  [/^create (?:unique )?index concurrently |^drop index concurrently /i, "SHARE UPDATE EXCLUSIVE"],
  [/^alter table .* validate constraint /i, "SHARE UPDATE EXCLUSIVE"],
  [/^create (?:unique )?index /i, "SHARE"],
  [/^alter table .* add constraint \S+ foreign key/i, "SHARE ROW EXCLUSIVE"],
];

const lockOf = (skeleton: string): Lock =>
  FORMS.find(([form]) => form.test(skeleton))?.[1] ?? "ACCESS EXCLUSIVE";

const stronger = (one: Lock, other: Lock = one): Lock =>
  LOCKS.indexOf(one) < LOCKS.indexOf(other) ? other : one;

/** Returns the name of the table or index that a statement changes. */
function nameChangedBy(skeleton: string): string | undefined {
  const names = namesChangedBy(skeleton) ?? [];
  return /^create \S* ?index /i.test(skeleton) ? names.at(-1) : names[0];
}

/**
 * Returns the strongest lock for each table and index that the statements name. What they refer to
 * must not change meanwhile.
 */
function locksOf(skeletons: readonly string[]): ReadonlyMap<string, Lock> {
  const locks = new Map<string, Lock>();
  const add = (name: string | undefined, lock: Lock): void => {
    if (name !== undefined) locks.set(name, stronger(lock, locks.get(name)));
  };
  for (const skeleton of skeletons) {
    add(nameChangedBy(skeleton), lockOf(skeleton));
    for (const [, referred] of skeleton.matchAll(/\breferences (?:[\w"]+\.)?"?(\w+)/gi))
      add(referred?.toLowerCase(), "SHARE ROW EXCLUSIVE");
  }
  return locks;
}

/**
 * Of the table itself, or of that of an index. All as text: an application may have set parsers of
 * its own for other types.
 */
interface SizeRow {
  readonly table: string;
  readonly rows: string | null;
  readonly bytes: string | null;
}

const SIZE: Record<DialectName, (name: string) => CompiledQuery<SizeRow>> = {
  postgres: (name) =>
    CompiledQuery.raw(
      `select cast(relname as text) as "table", case when reltuples < 0 then null else cast(cast(reltuples as bigint) as text) end as rows,
        cast(pg_total_relation_size(oid) as text) as bytes from pg_class
        where oid = coalesce((select indrelid from pg_index where indexrelid = to_regclass($1)), to_regclass($1)) and relkind in ('r', 'p')`,
      [name],
    ),
  sqlite: (table) =>
    CompiledQuery.raw(
      `select ? as "table", cast(count(*) as text) as rows, null as bytes from "${table}"`,
      [table],
    ),
};
const SQLITE_TABLE =
  "select tbl_name as name from sqlite_master where type in ('table', 'index') and name = ?";

type Reading = Pick<Engine, "reads" | "dialect">;

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** SQLite adds no column whose default differs from row to row. */
const volatility =
  ({ reads, dialect }: Reading): AnyVolatile =>
  async (functions) => {
    if (dialect === "sqlite") return false;
    const query = CompiledQuery.raw(
      "select 1 from pg_proc where provolatile = 'v' and proname = any(string_to_array($1, ',')) limit 1",
      [functions.join(",")],
    );
    return (await reads.run(query)).rows.length > 0;
  };

/** Returns the names of the tables whose rows the statements go through. */
async function tablesGoneThrough(
  reading: Reading,
  skeletons: readonly string[],
): Promise<ReadonlySet<string | undefined>> {
  const names = new Set<string | undefined>();
  for (const skeleton of skeletons)
    if (await goesThroughRows(skeleton, volatility(reading))) names.add(nameChangedBy(skeleton));
  return names;
}

/**
 * Returns the tables that are there already and that a migration locks, themselves or by one of
 * their indexes.
 * @param inTransaction those of the statements that keep their locks until all of them have run
 */
export async function lockedTables(
  reading: Reading,
  statements: readonly string[],
  inTransaction: readonly string[],
): Promise<readonly LockedTable[]> {
  const { reads, dialect } = reading;
  const found = new Map<string, SizeRow & { readonly lock: Lock }>();
  const goneThrough = await tablesGoneThrough(reading, inTransaction.map(skeletonOf));
  for (const [name, lock] of locksOf(statements.map(skeletonOf))) {
    let at: string | undefined = name;
    if (dialect === "sqlite") {
      const query = CompiledQuery.raw(SQLITE_TABLE, [name]);
      at = (await reads.run<{ readonly name: string }>(query)).rows[0]?.name;
    }
    const size = at === undefined ? at : (await reads.run(SIZE[dialect](at))).rows[0];
    if (!size) continue;
    found.set(size.table, { ...size, lock: stronger(lock, found.get(size.table)?.lock) });
  }
  return Array.from(found.values(), ({ table, lock, rows, bytes }) => ({
    table,
    lock: dialect === "sqlite" ? "WRITE" : lock,
    rows: numberOf(rows),
    bytes: numberOf(bytes),
    goesThroughRows: goneThrough.has(table),
  }));
}

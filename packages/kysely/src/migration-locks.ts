import { CompiledQuery } from "kysely";
import type { DialectName, Engine } from "./engine.js";
import { namesChangedBy, skeletonOf } from "./own-tables.js";

/** A table that is there before a migration, which locks it. */
export interface LockedTable {
  readonly table: string;
  /** The strongest lock that is taken on it, as the documentation of Postgres names it; on SQLite `WRITE`, which is that of the whole database. */
  readonly lock: string;
  /** On Postgres as the planner estimates it; null where it was never analyzed. */
  readonly rows: number | null;
  /** With its indexes; null on SQLite. */
  readonly bytes: number | null;
}

/** From the weakest to the strongest; the last two that stop writes begin with `SHARE`, and only the last stops reads. */
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
  [/^select |^create (?:or replace )?view /i, "ACCESS SHARE"],
  [/^(?:insert|update|delete) /i, "ROW EXCLUSIVE"],
  [/^create (?:unique )?index concurrently |^drop index concurrently /i, "SHARE UPDATE EXCLUSIVE"],
  [/^alter table .* validate constraint /i, "SHARE UPDATE EXCLUSIVE"],
  [/^create (?:unique )?index /i, "SHARE"],
  [/^alter table .* add constraint \S+ foreign key/i, "SHARE ROW EXCLUSIVE"],
];

const lockOf = (skeleton: string): Lock =>
  FORMS.find(([form]) => form.test(skeleton))?.[1] ?? "ACCESS EXCLUSIVE";

/** Returns the strongest lock on each table that the statements name. What they refer to must not change meanwhile. */
function locksOf(statements: readonly string[]): ReadonlyMap<string, Lock> {
  const locks = new Map<string, Lock>();
  const add = (table: string | undefined, lock: Lock): void => {
    if (table === undefined) return;
    const before = locks.get(table);
    if (!before || LOCKS.indexOf(before) < LOCKS.indexOf(lock)) locks.set(table, lock);
  };
  for (const skeleton of statements.map(skeletonOf)) {
    const names = namesChangedBy(skeleton) ?? [];
    add(/^create \S* ?index /i.test(skeleton) ? names.at(-1) : names[0], lockOf(skeleton));
    for (const [, referred] of skeleton.matchAll(/\breferences (?:[\w"]+\.)?"?(\w+)/gi))
      add(referred?.toLowerCase(), "SHARE ROW EXCLUSIVE");
  }
  return locks;
}

/** All as text: an application may have set parsers of its own for other types. */
interface SizeRow {
  readonly rows: string | null;
  readonly bytes: string | null;
}

const SIZE: Record<DialectName, (table: string) => CompiledQuery<SizeRow>> = {
  postgres: (table) =>
    CompiledQuery.raw(
      `select case when reltuples < 0 then null else cast(cast(reltuples as bigint) as text) end as rows,
        cast(pg_total_relation_size(oid) as text) as bytes from pg_class where oid = to_regclass($1) and relkind in ('r', 'p')`,
      [table],
    ),
  sqlite: (table) =>
    CompiledQuery.raw(`select cast(count(*) as text) as rows, null as bytes from "${table}"`),
};
const EXISTS = "select name from sqlite_master where type = 'table' and name = ?";

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** Returns the tables that are there already and that the statements lock. */
export async function lockedTables(
  { reads, dialect }: Pick<Engine, "reads" | "dialect">,
  statements: readonly string[],
): Promise<readonly LockedTable[]> {
  const found: LockedTable[] = [];
  for (const [table, lock] of locksOf(statements)) {
    if (dialect === "sqlite") {
      const { rows } = await reads.run(CompiledQuery.raw(EXISTS, [table]));
      if (rows.length === 0) continue;
    }
    const [size] = (await reads.run(SIZE[dialect](table))).rows;
    if (!size) continue;
    const taken = dialect === "sqlite" ? "WRITE" : lock;
    found.push({ table, lock: taken, rows: numberOf(size.rows), bytes: numberOf(size.bytes) });
  }
  return found;
}

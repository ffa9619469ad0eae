import { createHash } from "node:crypto";
import { CompiledQuery } from "kysely";
import type { DialectName, Engine } from "./engine.js";
import { foreignTouch } from "./own-tables.js";
import { COLUMN_TYPES, type Migration } from "./migrations/migration.js";
import type { Runner } from "./statement.js";

/** A module's own migrations. `namespace` begins the names of its tables and indexes, which are all that they change, and its ledger is the table `<namespace>_migration`. */
export interface MigrationSet {
  readonly namespace: string;
  readonly migrations: readonly Migration[];
}

/** A migration that is not applied yet, and its statements in the dialect of the database. */
export interface PlannedMigration {
  readonly id: string;
  readonly statements: readonly string[];
}

interface Step extends PlannedMigration {
  readonly checksum: string;
}

interface Applied {
  readonly id: string;
  readonly checksum: string;
}

const FIND_LEDGER: Record<DialectName, string> = {
  postgres: "select 1 where to_regclass($1) is not null",
  sqlite: "select 1 from sqlite_master where type = 'table' and name = ?",
};

const RECORD: Record<DialectName, (ledger: string) => string> = {
  postgres: (ledger) =>
    `insert into ${ledger} (id, checksum, applied_at) values ($1, $2, current_timestamp)`,
  sqlite: (ledger) =>
    `insert into ${ledger} (id, checksum, applied_at) values (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
};

function ledgerOf({ namespace }: MigrationSet): string {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(namespace))
    throw new Error(`"${namespace}" cannot begin the name of a table`);
  return `${namespace}_migration`;
}

/** Steps are worked out once for each set: readiness is asked every few seconds. */
const stepsBySet = {
  postgres: new WeakMap<MigrationSet, readonly Step[]>(),
  sqlite: new WeakMap<MigrationSet, readonly Step[]>(),
};

function stepsOf(set: MigrationSet, dialect: DialectName): readonly Step[] {
  let known = stepsBySet[dialect].get(set);
  if (!known) stepsBySet[dialect].set(set, (known = workOut(set, dialect)));
  return known;
}

function workOut({ namespace, migrations }: MigrationSet, dialect: DialectName): readonly Step[] {
  return migrations.map(({ id, statements }, index) => {
    if (!/^\d{4}-[a-z0-9-]+$/.test(id) || Number(id.slice(0, 4)) !== index + 1)
      throw new Error(
        `${namespace}: migration "${id}" should begin with ${String(index + 1).padStart(4, "0")}-`,
      );
    const texts = statements(COLUMN_TYPES[dialect]);
    return {
      id,
      statements: texts,
      checksum: createHash("sha256").update(JSON.stringify(texts)).digest("hex"),
    };
  });
}

/** What is left to do. Throws when the database and the code do not share one history. */
function remaining(
  namespace: string,
  steps: readonly Step[],
  applied: readonly Applied[],
): readonly Step[] {
  applied.forEach(({ id, checksum }, index) => {
    const step = steps[index];
    if (!steps.some((known) => known.id === id))
      throw new Error(
        `${namespace}: migration ${id} was applied by a newer version; this version does not know it`,
      );
    if (step?.id !== id)
      throw new Error(
        `${namespace}: migration ${id} was applied, but ${step?.id} before it was not`,
      );
    if (step.checksum !== checksum)
      throw new Error(`${namespace}: migration ${id} was changed after it had been applied`);
  });
  return steps.slice(applied.length);
}

async function appliedIn(
  at: Runner,
  dialect: DialectName,
  ledger: string,
): Promise<readonly Applied[] | null> {
  const { rows } = await at.run(CompiledQuery.raw(FIND_LEDGER[dialect], [ledger]));
  if (rows.length === 0) return null;
  return (
    await at.run<Applied>(CompiledQuery.raw(`select id, checksum from ${ledger} order by id`))
  ).rows;
}

export async function plannedMigrations(
  engine: Engine,
  set: MigrationSet,
): Promise<readonly PlannedMigration[]> {
  const applied = await appliedIn(engine.reads, engine.dialect, ledgerOf(set));
  return remaining(set.namespace, stepsOf(set, engine.dialect), applied ?? []).map(
    ({ id, statements }) => ({ id, statements }),
  );
}

export const pendingMigrations = async (
  engine: Engine,
  set: MigrationSet,
): Promise<readonly string[]> => (await plannedMigrations(engine, set)).map(({ id }) => id);

/** Throws for a migration that would touch the tables of another module. What was applied already is not judged again. */
function checkTables(namespace: string, pending: readonly Step[]): void {
  for (const { id, statements } of pending)
    for (const [index, statement] of statements.entries()) {
      const reason = foreignTouch(namespace, statement);
      if (reason !== null)
        throw new Error(`${namespace}: statement ${index + 1} of migration ${id} ${reason}`);
    }
}

/** All that is pending, in one transaction; any number of instances take turns. */
export async function applyMigrations(engine: Engine, set: MigrationSet): Promise<void> {
  const { dialect } = engine;
  const ledger = ledgerOf(set);
  const steps = stepsOf(set, dialect);
  const { key, text, timestamp, tableEnd } = COLUMN_TYPES[dialect];
  await engine.migration(async (at) => {
    const run = (sql: string, given: readonly unknown[] = []): Promise<unknown> =>
      at.run(CompiledQuery.raw(sql, [...given]));

    const applied = await appliedIn(at, dialect, ledger);
    if (!applied)
      await run(
        `create table ${ledger} (id ${key} not null primary key, checksum ${text} not null, applied_at ${timestamp} not null)${tableEnd}`,
      );
    const pending = remaining(set.namespace, steps, applied ?? []);
    checkTables(set.namespace, pending);
    for (const { id, checksum, statements } of pending) {
      for (const statement of statements) await run(statement);
      await run(RECORD[dialect](ledger), [id, checksum]);
    }
  });
}

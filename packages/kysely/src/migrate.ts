import { createHash } from "node:crypto";
import { CompiledQuery } from "kysely";
import type { DialectName, Engine } from "./engine.js";
import {
  type Applied,
  createLedger,
  extendLedger,
  type Ledger,
  type LedgerTable,
  readLedger,
  recordMigration,
} from "./ledger.js";
import { COLUMN_TYPES, type Migration, type MigrationPhase } from "./migrations/migration.js";
import { type Declared, declaredBy } from "./migrations/phase.js";
import { foreignTouch } from "./own-tables.js";
import { SchemaTooNew } from "./schema-too-new.js";

/** A module's own migrations. `namespace` begins the names of its tables and indexes, which are all that they change, and its ledger is the table `<namespace>_migration`. */
export interface MigrationSet {
  readonly namespace: string;
  readonly migrations: readonly Migration[];
}

/** A migration that is not applied yet, with what it means for earlier releases, and its statements in the dialect of the database. */
export interface PlannedMigration {
  readonly id: string;
  readonly phase: MigrationPhase;
  /** The number of the newest migration that the oldest release which works after this one knows. */
  readonly oldestSchema: number;
  readonly statements: readonly string[];
}

interface Step {
  readonly id: string;
  readonly statements: readonly string[];
  readonly checksum: string;
  /** Worked out for what is pending only: readiness needs none of it. */
  readonly declared: () => Declared;
}

function ledgerOf({ namespace }: MigrationSet, dialect: DialectName): LedgerTable {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(namespace))
    throw new Error(`"${namespace}" cannot begin the name of a table`);
  return { dialect, table: `${namespace}_migration` };
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
  return migrations.map((migration, index) => {
    const { id, statements } = migration;
    if (!/^\d{4}-[a-z0-9-]+$/.test(id) || Number(id.slice(0, 4)) !== index + 1)
      throw new Error(
        `${namespace}: migration "${id}" should begin with ${String(index + 1).padStart(4, "0")}-`,
      );
    const texts = statements(COLUMN_TYPES[dialect]);
    return {
      id,
      statements: texts,
      checksum: createHash("sha256").update(JSON.stringify(texts)).digest("hex"),
      declared: () => declaredBy(migration, texts),
    };
  });
}

/** Throws when a migration that this release does not know says that releases as old as this one do not work with it. */
function checkNewer(namespace: string, steps: readonly Step[], newer: readonly Applied[]): void {
  for (const { id, oldestSchema } of newer)
    if (oldestSchema === null || oldestSchema > steps.length) {
      const needed = oldestSchema ?? Number(id.slice(0, 4));
      throw new SchemaTooNew(
        `${namespace}: this release knows migrations up to ${steps.at(-1)?.id ?? "none"}, and the database has ${id}, which works with releases from migration ${String(needed).padStart(4, "0")} on. Start a newer release, or restore a backup from before that migration.`,
      );
    }
}

/**
 * Returns what is left to do. What a newer release has applied after all that is known here is no obstacle when it says so.
 * @throws {SchemaTooNew} when a newer release has applied what this one does not work with
 * @throws {Error} when the database and the code do not share one history
 */
function remaining(
  namespace: string,
  steps: readonly Step[],
  applied: readonly Applied[],
): readonly Step[] {
  steps.slice(0, applied.length).forEach((step, index) => {
    const { id, checksum } = applied[index]!;
    if (step.id !== id)
      throw new Error(
        `${namespace}: migration ${id} was applied, but ${step.id} before it was not`,
      );
    if (step.checksum !== checksum)
      throw new Error(`${namespace}: migration ${id} was changed after it had been applied`);
  });
  checkNewer(namespace, steps, applied.slice(steps.length));
  return steps.slice(applied.length);
}

async function pendingSteps(engine: Engine, set: MigrationSet): Promise<readonly Step[]> {
  const ledger = await readLedger(engine.reads, ledgerOf(set, engine.dialect));
  return pendingAfter(ledger, set, engine.dialect);
}

const pendingAfter = (ledger: Ledger | null, set: MigrationSet, dialect: DialectName) =>
  remaining(set.namespace, stepsOf(set, dialect), ledger?.applied ?? []);

export async function plannedMigrations(
  engine: Engine,
  set: MigrationSet,
): Promise<readonly PlannedMigration[]> {
  return (await pendingSteps(engine, set)).map(({ id, statements, declared }) => ({
    id,
    ...declared(),
    statements,
  }));
}

export const pendingMigrations = async (
  engine: Engine,
  set: MigrationSet,
): Promise<readonly string[]> => (await pendingSteps(engine, set)).map(({ id }) => id);

/** Throws for a migration that would touch the tables of another module. What was applied already is not judged again. */
function checkTables(namespace: string, pending: readonly Step[]): void {
  for (const { id, statements } of pending)
    for (const [index, statement] of statements.entries()) {
      const reason = foreignTouch(namespace, statement);
      if (reason !== null)
        throw new Error(`${namespace}: statement ${index + 1} of migration ${id} ${reason}`);
    }
}

/**
 * All that is pending, in one transaction; any number of instances take turns. Where nothing is pending no turn is waited for: an instance of an earlier
 * release starts while a newer one migrates.
 */
export async function applyMigrations(engine: Engine, set: MigrationSet): Promise<void> {
  const table = ledgerOf(set, engine.dialect);
  const before = await readLedger(engine.reads, table);
  if (pendingAfter(before, set, engine.dialect).length === 0) return;
  // In a transaction of its own: readiness reads the ledger, and would wait for the migrations.
  if (before) await engine.migration((at) => extendLedger(at, table));
  await engine.migration(async (at) => {
    const ledger = await readLedger(at, table);
    if (!ledger) await createLedger(at, table);
    const pending = pendingAfter(ledger, set, engine.dialect);
    checkTables(set.namespace, pending);
    for (const { id, checksum, statements, declared } of pending) {
      const { oldestSchema } = declared();
      for (const statement of statements) await at.run(CompiledQuery.raw(statement));
      await recordMigration(at, table, { id, checksum, oldestSchema });
    }
  });
}

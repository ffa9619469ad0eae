import { createHash } from "node:crypto";
import { CompiledQuery } from "kysely";
import type { DialectName, Engine } from "./engine.js";
import {
  type Applied,
  createLedger,
  extendLedger,
  finishMigration,
  type Ledger,
  type LedgerTable,
  readLedger,
  recordMigration,
} from "./ledger.js";
import { type LockedTable, lockedTables } from "./migration-locks.js";
import { COLUMN_TYPES, type Migration, type MigrationPhase } from "./migrations/migration.js";
import { type Declared, declaredBy } from "./migrations/phase.js";
import { type MigrationParts, partsOf, tablesMadeBy } from "./migrations/online-steps.js";
import { foreignTouch } from "./own-tables.js";
import { runOnlineStep } from "./run-online-step.js";
import { SchemaTooNew } from "./schema-too-new.js";
import type { Runner } from "./statement.js";

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
  /** As they are run now: an index on a table that is in use is built concurrently. */
  readonly statements: readonly string[];
  /** The tables that are there now and that it locks. */
  readonly locks: readonly LockedTable[];
}

interface Step {
  readonly id: string;
  readonly statements: readonly string[];
  readonly rewrites: readonly string[];
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
    const rewrites = migration.rewrites?.(COLUMN_TYPES[dialect]) ?? [];
    return {
      id,
      statements: texts,
      rewrites,
      checksum: createHash("sha256")
        .update(JSON.stringify([...texts, ...rewrites]))
        .digest("hex"),
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

/** What is left to do of a set. */
interface Remaining {
  /** Their transactions were committed, and what follows these may not have been done. */
  readonly unfinished: readonly Step[];
  readonly missing: readonly Step[];
}

/**
 * Returns what is left to do. What a newer release has applied after all that is known here is no obstacle when it says so.
 * @throws {SchemaTooNew} when a newer release has applied what this one does not work with
 * @throws {Error} when the database and the code do not share one history
 */
function remainingAfter(ledger: Ledger | null, set: MigrationSet, dialect: DialectName): Remaining {
  const { namespace } = set;
  const applied = ledger?.applied ?? [];
  const steps = stepsOf(set, dialect);
  const known = steps.slice(0, applied.length);
  known.forEach((step, index) => {
    const { id, checksum } = applied[index]!;
    if (step.id !== id)
      throw new Error(
        `${namespace}: migration ${id} was applied, but ${step.id} before it was not`,
      );
    if (step.checksum !== checksum)
      throw new Error(`${namespace}: migration ${id} was changed after it had been applied`);
  });
  checkNewer(namespace, steps, applied.slice(steps.length));
  return {
    unfinished: known.filter((_, index) => applied[index]!.isUnfinished),
    missing: steps.slice(applied.length),
  };
}

const isDone = ({ unfinished, missing }: Remaining): boolean =>
  unfinished.length + missing.length === 0;

/** Divides the steps of one transaction. What it makes itself is used by no one yet. */
function divide(steps: readonly Step[], dialect: DialectName): readonly MigrationParts[] {
  const made = tablesMadeBy(steps.flatMap(({ statements }) => statements));
  return steps.map((step) => partsOf(step, dialect, made));
}

export async function plannedMigrations(
  engine: Engine,
  set: MigrationSet,
): Promise<readonly PlannedMigration[]> {
  const { dialect } = engine;
  const ledger = await readLedger(engine.reads, ledgerOf(set, dialect));
  const { unfinished, missing } = remainingAfter(ledger, set, dialect);
  const batches = ledger ? missing.map((step) => [step]) : [missing];
  const parts = [...unfinished.map((step) => [step]), ...batches].flatMap((batch) =>
    divide(batch, dialect),
  );
  const planned = [...unfinished, ...missing].map(({ id, declared }, index) => {
    const { inTransaction, online } = parts[index]!;
    const behind = online.map(({ statement }) => statement);
    const isBegun = index < unfinished.length;
    return { id, ...declared(), statements: isBegun ? behind : [...inTransaction, ...behind] };
  });
  const locked: PlannedMigration[] = [];
  for (const one of planned)
    locked.push({ ...one, locks: await lockedTables(engine, one.statements) });
  return locked;
}

export async function pendingMigrations(
  engine: Engine,
  set: MigrationSet,
): Promise<readonly string[]> {
  const ledger = await readLedger(engine.reads, ledgerOf(set, engine.dialect));
  const { unfinished, missing } = remainingAfter(ledger, set, engine.dialect);
  return [...unfinished, ...missing].map(({ id }) => id);
}

/** Throws for a migration that would touch the tables of another module. What was applied already is not judged again. */
function checkTables(namespace: string, pending: readonly Step[]): void {
  for (const { id, statements, rewrites } of pending)
    for (const [index, statement] of [...statements, ...rewrites].entries()) {
      const reason = foreignTouch(namespace, statement);
      if (reason !== null)
        throw new Error(`${namespace}: statement ${index + 1} of migration ${id} ${reason}`);
    }
}

/**
 * All that is pending; any number of instances take turns. A new database gets it in one transaction; one that is in use gets each migration in one of its
 * own, so that none keeps the locks of the others. Where nothing is pending no turn is waited for: an instance of an earlier release starts while a newer
 * one migrates.
 */
export async function applyMigrations(engine: Engine, set: MigrationSet): Promise<void> {
  const table = ledgerOf(set, engine.dialect);
  const before = await readLedger(engine.reads, table);
  if (isDone(remainingAfter(before, set, engine.dialect))) return;
  // In a transaction of its own: readiness reads the ledger, and would wait for the migrations.
  if (before) await engine.migration((at) => extendLedger(at, table));
  for (;;) {
    const unfinished = await engine.migration((at) => applyNext(at, set, table));
    if (unfinished === null) return;
    for (const step of unfinished) {
      await engine.online(async (at) => {
        for (const { online } of divide([step], engine.dialect))
          for (const one of online) await runOnlineStep(at, one);
      });
      await engine.migration((at) => finishMigration(at, table, step.id));
    }
  }
}

/** Applies what fits into one transaction. Returns what is to be finished outside of it; null when nothing is left. */
async function applyNext(
  at: Runner,
  set: MigrationSet,
  table: LedgerTable,
): Promise<readonly Step[] | null> {
  const ledger = await readLedger(at, table);
  const { unfinished, missing } = remainingAfter(ledger, set, table.dialect);
  if (unfinished.length > 0) return unfinished;
  if (missing.length === 0) return null;
  checkTables(set.namespace, missing);
  const declared = missing.map((step) => step.declared());
  if (!ledger) await createLedger(at, table);
  const batch = ledger ? missing.slice(0, 1) : missing;
  const parts = divide(batch, table.dialect);
  for (const [index, { id, checksum }] of batch.entries()) {
    const { oldestSchema } = declared[index]!;
    const { inTransaction, online } = parts[index]!;
    for (const statement of inTransaction) await at.run(CompiledQuery.raw(statement));
    const isUnfinished = online.length > 0;
    await recordMigration(at, table, { id, checksum, oldestSchema, isUnfinished });
  }
  return batch.filter((_, index) => parts[index]!.online.length > 0);
}

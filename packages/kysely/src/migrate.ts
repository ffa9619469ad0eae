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
import { batchesOf, divide } from "./migration-batches.js";
import { type LockedTable, lockedTables } from "./migration-locks.js";
import { type MigrationSet, type Step, stepsOf } from "./migration-steps.js";
import type { MigrationPhase } from "./migrations/migration.js";
import { runOnlineStep } from "./run-online-step.js";
import { SchemaTooNew } from "./schema-too-new.js";
import type { Runner } from "./statement.js";

/**
 * A migration that is not applied yet, with what it means for earlier releases, and its statements
 * in the dialect of the database.
 */
export interface PlannedMigration {
  /** Begins the names of the tables that it changes. */
  readonly namespace: string;
  readonly id: string;
  readonly phase: MigrationPhase;
  /**
   * The number of the newest migration that the oldest release which works after this one knows.
   */
  readonly oldestSchema: number;
  /** As they are run now: an index on a table that is in use is built concurrently. */
  readonly statements: readonly string[];
  /** The tables that are there now and that it locks. */
  readonly locks: readonly LockedTable[];
}

function ledgerOf({ namespace }: MigrationSet, dialect: DialectName): LedgerTable {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(namespace))
    throw new Error(`"${namespace}" cannot begin the name of a table`);
  return { dialect, table: `${namespace}_migration` };
}

/**
 * Throws when a migration that this release does not know says that releases as old as this one do
 * not work with it.
 */
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
 * Returns what is left to do. What a newer release has applied after all that is known here is no
 * obstacle when it says so.
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

export async function plannedMigrations(
  engine: Engine,
  set: MigrationSet,
): Promise<readonly PlannedMigration[]> {
  const { dialect } = engine;
  const ledger = await readLedger(engine.reads, ledgerOf(set, dialect));
  const { unfinished, missing } = remainingAfter(ledger, set, dialect);
  const begun = unfinished.flatMap((step) => divide([step], dialect));
  const batches = batchesOf(set.namespace, missing, { dialect, isNew: ledger === null });
  const planned = [...begun, ...batches.flat()].map(({ step, inTransaction, online }, index) => {
    const behind = online.map(({ statement }) => statement);
    const first = index < begun.length ? [] : inTransaction;
    return {
      first,
      migration: {
        namespace: set.namespace,
        id: step.id,
        ...step.declared(),
        statements: [...first, ...behind],
      },
    };
  });
  const locked: PlannedMigration[] = [];
  for (const { first, migration } of planned) {
    const locks = await lockedTables(engine, migration.statements, first);
    locked.push({ ...migration, locks });
  }
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

/**
 * All that is pending; any number of instances take turns. A new database gets as much as it can in
 * one transaction; one that is in use gets each migration in one of its own, so that none keeps the
 * locks of the others. Where nothing is pending no turn is waited for: an instance of an earlier
 * release starts while a newer one migrates.
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

/**
 * Applies what fits into one transaction. Returns what is to be finished outside of it; null when
 * nothing is left.
 */
async function applyNext(
  at: Runner,
  set: MigrationSet,
  table: LedgerTable,
): Promise<readonly Step[] | null> {
  const ledger = await readLedger(at, table);
  const { unfinished, missing } = remainingAfter(ledger, set, table.dialect);
  if (unfinished.length > 0) return unfinished;
  if (missing.length === 0) return null;
  const isNew = ledger === null;
  const [batch = []] = batchesOf(set.namespace, missing, { dialect: table.dialect, isNew });
  const declared = missing.map((step) => step.declared());
  if (isNew) await createLedger(at, table);
  for (const [index, { step, inTransaction, online }] of batch.entries()) {
    const { oldestSchema } = declared[index]!;
    for (const statement of inTransaction) await at.run(CompiledQuery.raw(statement));
    const isUnfinished = online.length > 0;
    await recordMigration(at, table, { ...step, oldestSchema, isUnfinished });
  }
  return batch.filter(({ online }) => online.length > 0).map(({ step }) => step);
}

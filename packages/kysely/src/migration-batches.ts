import type { DialectName } from "./engine.js";
import type { Step } from "./migration-steps.js";
import { type MigrationParts, partsOf, tablesMadeBy } from "./migrations/online-steps.js";
import { faultOfPostponed } from "./migrations/postponed.js";
import { foreignTouch } from "./own-tables.js";

/** A migration as it is run. */
export interface Divided extends MigrationParts {
  readonly step: Step;
}

type Batch = readonly Divided[];

/** Divides the steps of one transaction. What it makes itself is used by no one yet. */
export function divide(steps: readonly Step[], dialect: DialectName): Batch {
  const madeBy = (some: readonly Step[]) =>
    tablesMadeBy(some.flatMap(({ statements }) => statements));
  const made = madeBy(steps);
  return steps.map((step, at) => ({
    step,
    ...partsOf(step, dialect, { made, empty: madeBy(steps.slice(0, at)) }),
  }));
}

/** What follows may take away what a migration leaves to be done behind its transaction. */
function upToFirstUnfinished(batch: Batch): Batch {
  const last = batch.findIndex(({ online }) => online.length > 0);
  return last === -1 ? batch : batch.slice(0, last + 1);
}

/**
 * Returns what is missing as it is applied, a transaction each: one for each migration, but a new
 * database gets as many as it can at once.
 * @throws {Error} before anything is applied, when a migration would touch the tables of another
 * module or take away what it leaves to be done
 */
export function batchesOf(
  namespace: string,
  missing: readonly Step[],
  { dialect, isNew }: { readonly dialect: DialectName; readonly isNew: boolean },
): readonly Batch[] {
  checkTables(namespace, missing);
  const first = isNew ? upToFirstUnfinished(divide(missing, dialect)) : [];
  const others = missing.slice(first.length).map((step) => divide([step], dialect));
  const batches = [first, ...others].filter(({ length }) => length > 0);
  for (const { step, postponed } of batches.flat()) {
    const fault = faultOfPostponed(step, postponed);
    if (fault !== null) throw new Error(`${namespace}: ${fault}`);
  }
  return batches;
}

/**
 * Throws for a migration that would touch the tables of another module. What was applied already is
 * not judged again.
 */
function checkTables(namespace: string, pending: readonly Step[]): void {
  for (const { id, statements, rewrites } of pending)
    for (const [index, statement] of [...statements, ...rewrites].entries()) {
      const reason = foreignTouch(namespace, statement);
      if (reason !== null)
        throw new Error(`${namespace}: statement ${index + 1} of migration ${id} ${reason}`);
    }
}

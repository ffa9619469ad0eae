import { namesChangedBy, skeletonOf } from "../own-tables.js";
import type { Migration, MigrationPhase } from "./migration.js";
import { tablesMadeBy } from "./online-steps.js";

/**
 * What a statement means for releases that do not know of it: nothing, or that they stop working,
 * or it depends on what it is for.
 */
type Effect = "adds" | "removes" | "depends";

const ADDS = /^(?:create (?!unique|or replace)|insert (?:or ignore )?into|select )/i;
const REMOVES = /^(?:drop (?:table|view) |truncate )/i;
const ALTERS = /^alter table (?:if exists )?(?:only )?\S+ (.*)$/i;
const NEXT_ACTION = /, (?=(?:add|alter|drop|rename) )/i;
const ADDS_COLUMN = /^add (?!constraint|unique|check|primary|foreign|exclude)/i;
const REMOVES_ACTION =
  /^(?:rename|drop (?!constraint)|alter \S+ (?:set not null|(?:set data )?type )|alter column \S+ (?:set not null|(?:set data )?type ))/i;

function actionEffect(action: string): Effect {
  if (REMOVES_ACTION.test(action)) return "removes";
  if (!ADDS_COLUMN.test(action)) return "depends";
  // A release that does not know the column leaves it out when it inserts a row.
  return /\bnot null\b/i.test(action) && !/\bdefault\b/i.test(action) ? "removes" : "adds";
}

const worse = (one: Effect, other: Effect): Effect =>
  one === "removes" || other === "adds" ? one : other;

function effectOf(skeleton: string): Effect {
  const alteration = ALTERS.exec(skeleton)?.[1];
  if (alteration !== undefined)
    return alteration.split(NEXT_ACTION).map(actionEffect).reduce(worse);
  if (REMOVES.test(skeleton)) return "removes";
  return ADDS.test(skeleton) ? "adds" : "depends";
}

/**
 * Returns the effect of all statements together. What is done to a table that they make themselves
 * concerns no earlier release.
 */
function effectOfAll(statements: readonly string[]): Effect {
  const made = tablesMadeBy(statements);
  let effect: Effect = "adds";
  for (const skeleton of statements.map(skeletonOf)) {
    const names = namesChangedBy(skeleton) ?? [];
    if (!names.some((name) => made.has(name))) effect = worse(effectOf(skeleton), effect);
  }
  return effect;
}

/** A migration as the ledger keeps it. */
export interface Declared {
  readonly phase: MigrationPhase;
  readonly oldestSchema: number;
}

/**
 * Returns what a migration declares, and for what it leaves out what its statements show.
 * @throws {Error} when it declares what cannot be
 */
export function declaredBy(
  { id, phase, oldestSchema }: Migration,
  statements: readonly string[],
): Declared {
  const effect = effectOfAll(statements);
  if (phase === "expand" && effect === "removes")
    throw new Error(
      `migration ${id} is declared as expand, and a statement of it removes, renames or requires what an earlier release does not know of`,
    );
  const number = Number(id.slice(0, 4));
  const actual = phase ?? (effect === "adds" ? "expand" : "contract");
  const floor = oldestSchema ?? (actual === "expand" ? 0 : number);
  if (!Number.isInteger(floor) || floor < 0 || floor > number)
    throw new Error(`migration ${id}: oldestSchema must be a number from 0 to ${number}`);
  return { phase: actual, oldestSchema: floor };
}

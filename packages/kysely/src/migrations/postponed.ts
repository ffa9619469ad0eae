import type { Step } from "../migration-steps.js";
import { namesChangedBy, skeletonOf } from "../own-tables.js";

/**
 * What a table loses: columns and constraints. What a column loses, a default for one, has no name.
 */
const PARTS =
  /\b(?:drop|rename) (?!to |default\b|not null\b|expression\b|identity\b)(?:column |constraint )?(?:if exists )?"?(\w+)/gi;
const OTHER_NAME = /^alter table .* (?:rename to|set schema) /i;
/**
 * What works only with a unique index: a reference to columns, and an insertion that expects a row
 * to be there.
 */
const KEY_USE = /(?:\breferences (?:[\w"]+\.)?"?(\w+)"?|\bon conflict) ?\(([^)]*)\)/gi;
const KEY = /\(([^)]*)\)/;

const columnsIn = (list: string): string =>
  list
    .toLowerCase()
    .split(",")
    .map((name) => name.replaceAll('"', "").trim())
    .sort()
    .join();

/**
 * Returns the names that are not there any more after a statement, of tables, indexes, and parts of
 * the table `table`.
 */
function namesTakenBy(skeleton: string, table: string): readonly string[] {
  const names = namesChangedBy(skeleton) ?? [];
  if (/^drop /i.test(skeleton)) return names;
  if (!/^alter table /i.test(skeleton) || names[0] !== table) return [];
  const parts = Array.from(skeleton.matchAll(PARTS), ([, name = ""]) => name.toLowerCase());
  return OTHER_NAME.test(skeleton) ? [table, ...parts] : parts;
}

const hasWord = (text: string, word: string): boolean =>
  new RegExp(String.raw`\b${word}\b`, "i").test(text);

/** Whether a statement needs the unique index `index` of the table `table`, or names it. */
function uses(skeleton: string, index: string, [table, columns]: readonly [string, string]) {
  const own = namesChangedBy(skeleton)?.[0];
  return (
    hasWord(skeleton, index) ||
    Array.from(skeleton.matchAll(KEY_USE)).some(
      ([, referred = own, list = ""]) =>
        referred?.toLowerCase() === table && columnsIn(list) === columns,
    )
  );
}

/**
 * Whether `later`, which is run first, makes it impossible to do what was postponed, or cannot be
 * done without it.
 */
function clashes(later: string, postponed: string): boolean {
  const names = namesChangedBy(postponed) ?? [];
  const table = names.at(-1) ?? "";
  if (namesTakenBy(later, table).some((name) => hasWord(postponed, name))) return true;
  if (!/^create /i.test(postponed)) return false;
  const unique = /^create unique /i.test(postponed);
  const columns = unique ? columnsIn(KEY.exec(postponed)?.[1] ?? "") : "";
  return uses(later, names[0] ?? "", [table, columns]);
}

/**
 * Statements behind one that is postponed are run before it. Returns why a migration could then
 * never be finished; null when nothing is in the way.
 * @param postponed the indexes of the statements that are done behind the transaction
 */
export function faultOfPostponed(
  { id, statements, rewrites }: Pick<Step, "id" | "statements" | "rewrites">,
  postponed: readonly number[],
): string | null {
  const skeletons = [...statements, ...rewrites].map(skeletonOf);
  for (const index of postponed) {
    const at = skeletons.findIndex(
      (later, place) => place > index && clashes(later, skeletons[index] ?? ""),
    );
    if (at !== -1)
      return `statement ${at + 1} of migration ${id} removes, renames or needs what statement ${index + 1} is about, which is done behind the transaction where the table is in use: move the later one into a migration of its own`;
  }
  return null;
}

const ALTERS = /^alter table (?:if exists )?(?:only )?\S+ (.*)$/i;
const NEXT_ACTION = /, (?=(?:add|alter|drop|rename|set|validate|attach) )/i;
const CHANGES_ROWS =
  /^(?:update |delete |insert .*\bselect |create (?:unique )?index (?!concurrently ))/i;
/** A row is compared with what is required of it, or written anew. */
const CONSTRAINT = String.raw`(?:check|foreign key|unique|primary key|exclude)\b`;
const CHECKS_ROWS = new RegExp(
  String.raw`^(?:alter (?:column )?\S+ set not null|add (?:constraint \S+ )?${CONSTRAINT}(?!.* (?:not valid|using index \S+)$))`,
  "i",
);
const REWRITES_ROWS =
  /^(?:alter (?:column )?\S+ (?:set data )?type |set (?:logged|unlogged|access method|tablespace) )/i;
const ADDS_COLUMN = /^add (?:column )?(?:if not exists )?(?!constraint |check\b|foreign )/i;
/** A column whose value differs from row to row, or is compared in each. */
const FILLS_COLUMN =
  /\b(?:(?:small|big)?serial|serial[248]|as identity|stored|check|unique|primary key)\b/i;
const CALLED_BY_DEFAULT = /\bdefault\b.*/i;
const CALL = /\b(\w+) ?\(/g;

/**
 * What must be known of functions to say whether a statement goes through all rows: a default is
 * worked out for each row only by a volatile one.
 */
export type AnyVolatile = (functions: readonly string[]) => Promise<boolean>;

/**
 * Returns whether a statement of a migration reads or writes every row of a table that is there, so
 * that it takes longer the larger the table is.
 * @param skeleton without comments and literals, on one line
 */
export async function goesThroughRows(
  skeleton: string,
  anyVolatile: AnyVolatile,
): Promise<boolean> {
  if (CHANGES_ROWS.test(skeleton)) return true;
  const actions = ALTERS.exec(skeleton)?.[1]?.split(NEXT_ACTION) ?? [];
  if (actions.some((action) => CHECKS_ROWS.test(action) || REWRITES_ROWS.test(action))) return true;
  const added = actions.filter((action) => ADDS_COLUMN.test(action));
  if (added.some((action) => FILLS_COLUMN.test(action))) return true;
  const functions = added.flatMap(calledByDefault);
  return functions.length > 0 && anyVolatile(functions);
}

function calledByDefault(action: string): readonly string[] {
  const calls = CALLED_BY_DEFAULT.exec(action)?.[0].matchAll(CALL) ?? [];
  return Array.from(calls, ([, name = ""]) => name.toLowerCase());
}

/** Names come with or without quotes, and with or without a schema. */
const NAME = String.raw`(?:[\w"\x60[\]]+\.)?["\x60[]?(\w+)["\x60\]]?`;
const IF = String.raw`(?:if (?:not )?exists )?`;

/** What a migration may do, each with the tables, views and indexes that it changes. */
const FORMS = [
  `create (?:(?:global |local )?temp(?:orary)? |unlogged )?table ${IF}${NAME}`,
  `alter table ${IF}(?:only )?${NAME}(?:.* rename to ${NAME})?`,
  `create (?:unique )?index (?:concurrently )?${IF}${NAME} on (?:only )?${NAME}`,
  `drop (?:table|index|view) (?:concurrently )?${IF}${NAME}`,
  `create (?:or replace )?view ${IF}${NAME}`,
  `insert (?:or \\w+ )?into ${NAME}`,
  `update (?:or \\w+ )?(?:only )?${NAME}`,
  `delete from (?:only )?${NAME}`,
  "select (?!.* into )",
].map((form) => new RegExp(`^${form}`, "i"));

/**
 * Returns the names of the tables, views and indexes that a statement changes; null for a statement
 * of another form.
 */
export function namesChangedBy(skeleton: string): readonly string[] | null {
  const match = FORMS.map((form) => form.exec(skeleton)).find((found) => found !== null);
  return (
    match
      ?.slice(1)
      .filter((name: string | undefined) => name !== undefined)
      .map((name) => name.toLowerCase()) ?? null
  );
}

/**
 * One text without comments and literals, on one line, so that only its keywords and names are
 * left.
 */
export const skeletonOf = (statement: string): string =>
  statement
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g, (part) =>
      part.startsWith("'") ? "''" : " ",
    )
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/ ?;$/, "");

/**
 * Returns why a statement of a migration may touch what is not its module's; null when it changes
 * only what is named after the namespace. It prevents mistakes: an application that means to can
 * reach its whole database by other ways.
 */
export function foreignTouch(namespace: string, statement: string): string | null {
  const skeleton = skeletonOf(statement);
  if (skeleton.includes(";")) return "holds more than one statement";
  const names = namesChangedBy(skeleton);
  if (!names) return "is of no form that shows which tables it changes";
  if (/^drop .*,/i.test(skeleton)) return "drops more than one thing at once";
  const foreign = names.find((name) => !name.startsWith(`${namespace}_`));
  return foreign === undefined
    ? null
    : `changes ${foreign}, whose name does not begin with ${namespace}_`;
}

import type { Column, Table } from "../../packages/server/test/migrated-tables.js";

/**
 * The tables of an area as a diagram that GitHub draws: their keys, and how many rows of the one
 * belong to a row of the other. A table of another area is a box without columns.
 */
export function diagramOf(tables: readonly Table[]): string {
  const boxes = tables.map(({ name, columns }) => {
    const keys = columns.filter(isKey).map((column) => `    ${typeOf(column)} ${keyOf(column)}`);
    return `  ${name} {\n${keys.join("\n")}\n  }`;
  });
  const lines = tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) => {
      const { reference } = column;
      const [one, many] = [column.isNullable ? "|o" : "||", isAlone(column, columns) ? "o|" : "o{"];
      return reference ? [`  ${reference.table} ${one}--${many} ${name} : ${column.name}`] : [];
    }),
  );
  return ["```mermaid", "erDiagram", ...boxes, ...lines, "```"].join("\n");
}

const isKey = ({ isPrimary, isUnique, reference }: Column): boolean =>
  isPrimary || isUnique || reference !== null;

/** At most one row has this value. */
const isAlone = (column: Column, columns: readonly Column[]): boolean =>
  column.isUnique ||
  (column.isPrimary && columns.filter(({ isPrimary }) => isPrimary).length === 1);

/** Mermaid takes a type without brackets. */
const typeOf = ({ postgres }: Column): string => postgres.replace(/\W.*$/, "");

const keyOf = ({ name, isPrimary, isUnique, reference }: Column): string =>
  `${name} ${[isPrimary && "PK", reference && "FK", isUnique && "UK"].filter(Boolean).join(", ")}`;

import { writeFigure, type Figure } from "./figure.js";

/** What one benchmark measured under one condition: a row for each contender, and figures by the title of their column. */
export interface FigureTable {
  /** Names the table in every run, as in `session-check/sqlite/16`. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly {
    readonly name: string;
    readonly figures: Readonly<Record<string, Figure>>;
  }[];
}

/** The titles of the columns, in the order in which the rows have them. */
export const columnsOf = ({ rows }: FigureTable): readonly string[] => [
  ...new Set(rows.flatMap(({ figures }) => Object.keys(figures))),
];

/** The figures of a table as text, each as `median (least–most)`. */
export function renderTable(table: FigureTable): string {
  const { title, rows } = table;
  const columns = columnsOf(table);
  return renderColumns(
    title,
    ["", ...columns],
    rows.map(({ name, figures }) => [
      name,
      ...columns.map((column) => (figures[column] ? writeFigure(figures[column]) : "")),
    ]),
  );
}

/** A plain table: the first column to the left, the others to the right. */
export function renderColumns(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join("  ");
  return [
    title,
    line(header),
    widths.map((width) => "-".repeat(width)).join("  "),
    ...rows.map(line),
    "",
  ].join("\n");
}

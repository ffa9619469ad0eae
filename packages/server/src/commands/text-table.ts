import { printable } from "../printable.js";

/** Rows in columns, for a person. Nothing in a cell is interpreted by the terminal. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = [head, ...rows.map((row) => row.map((cell) => printable(String(cell ?? "–"))))];
  const widths = head.map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? "").length)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

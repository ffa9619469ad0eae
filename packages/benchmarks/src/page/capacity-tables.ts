import { columnsOf, type FigureTable } from "../figures/table.js";
import type { Measurement } from "../results/measurement.js";
import { markdown } from "./markdown.js";

const integers = new Intl.NumberFormat("en");

/** One row for each action or kind of row: the figures are counts and bytes, so each is written whole. */
function tableOf(first: string, table: FigureTable): string {
  const columns = columnsOf(table);
  const rows = table.rows.map(({ name, figures }) => [
    name,
    ...columns.map((column) => integers.format(Math.round(figures[column]?.median ?? NaN))),
  ]);
  return markdown([first, ...columns], rows);
}

/** The constants of the capacity model as tables. Null where they were not measured. */
export function capacityTables(measurements: readonly Measurement[]): string | null {
  const tables = measurements.find(({ benchmark }) => benchmark === "capacity")?.tables;
  const [actions, rows] = ["statements", "bytes"].map((id) =>
    tables?.find((table) => table.id === `capacity/${id}`),
  );
  if (!actions || !rows) return null;
  return `${tableOf("action", actions)}\n\n${tableOf("bytes of one row, with its indexes", rows)}\n`;
}

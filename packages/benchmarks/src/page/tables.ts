import type { MeasuredGoal } from "../benchmark.js";
import { type FigureTable, write, writeFigure } from "../figures.js";
import { GOALS, isMet, writeBound } from "../goals.js";

/** A table that reads well in a terminal and is one of Markdown. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  );
  return [head, widths.map((width) => "-".repeat(width)), ...rows]
    .map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`)
    .join("\n");
}

/** What was measured of each goal, and whether it is met. */
export const goalsTable = (goals: readonly MeasuredGoal[]): string =>
  markdown(
    ["goal", "work", "under", "bound", "measured (least–most)", "by rates", "met"],
    goals.map(({ goal, under, measured, byRate }) => [
      goal,
      GOALS[goal].what,
      under ?? "",
      writeBound(GOALS[goal]),
      writeFigure(measured),
      byRate ? write(byRate.median) : "",
      isMet(GOALS[goal], measured.median) ? "yes" : "**no**",
    ]),
  );

/** The figures of one table, each as `median (least–most)`. */
export function figuresTable({ title, rows }: FigureTable): string {
  const columns = Object.keys(rows[0]?.figures ?? {});
  const cells = rows.map(({ name, figures }) => [
    name,
    ...columns.map((column) => (figures[column] ? writeFigure(figures[column]) : "")),
  ]);
  return `${title}\n\n${markdown(["", ...columns], cells)}\n`;
}

import { write, writeFigure, type Figure } from "./figure.js";
import { renderColumns } from "./table.js";

export type Bound = { readonly atLeast: number } | { readonly atMost: number };

/** A figure that was promised, and what came out. */
export interface Goal {
  /** Names the row in every run: the benchmark, then what distinguishes the row, as in `session-check/sqlite/16/express`. */
  readonly id: string;
  /** The work and what it is compared with, in words. */
  readonly what: string;
  readonly bound: Bound;
  readonly unit: "×" | "ns" | "ms" | "MB" | "packages" | "answers";
  /** Decides whether the goal is met, by its median. */
  readonly measured: Figure;
  /** The same ratio by rates, where `measured` is a ratio of processor times. */
  readonly byRate?: Figure;
}

export const isMet = ({ bound, measured }: Pick<Goal, "bound" | "measured">): boolean =>
  "atLeast" in bound ? measured.median >= bound.atLeast : measured.median <= bound.atMost;

export const writeBound = (bound: Bound): string =>
  "atLeast" in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`;

export const commandOf = (benchmark: string): string => `npm run bench -- ${benchmark}`;

/** A goal, and the benchmark that measured it. */
export interface MeasuredGoal extends Goal {
  readonly benchmark: string;
}

/** The table of all goals. */
export function renderGoals(goals: readonly MeasuredGoal[]): string {
  const rows = goals.map((goal) => [
    goal.what,
    `${writeBound(goal.bound)} ${goal.unit}`,
    writeFigure(goal.measured),
    goal.byRate ? write(goal.byRate.median) : "",
    isMet(goal) ? "met" : "MISSED",
    commandOf(goal.benchmark),
  ]);
  const missed = goals.filter((goal) => !isMet(goal)).length;
  return renderColumns(
    `Goals: ${goals.length - missed} of ${goals.length} met`,
    ["work", "goal", "measured (least–most)", "by rates", "", "command"],
    rows,
  );
}

import type { Goal } from "./figures/goal.js";
import type { FigureTable } from "./figures/table.js";

/** How long and how often to measure. */
export interface Scale {
  readonly name: "full" | "quick";
  readonly rounds: number;
  /** How often the processes are started anew, with the rounds shared out among them: one process may be a little faster than the next. */
  readonly generations: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  /** Sessions in the large database of `session-check-growth`. */
  readonly manySessions: number;
}

export const FULL: Scale = {
  name: "full",
  rounds: 9,
  generations: 3,
  roundMs: 600,
  warmUpMs: 1_500,
  manySessions: 1_000_000,
};
export const QUICK: Scale = {
  name: "quick",
  rounds: 3,
  generations: 1,
  roundMs: 600,
  warmUpMs: 1_000,
  manySessions: 100_000,
};

/** What a benchmark measured. The runner prints it, and writes it down. */
export interface Outcome {
  readonly tables: readonly FigureTable[];
  readonly goals: readonly Goal[];
}

export interface Benchmark {
  readonly name: string;
  /** Measures. Rejects when anything answers what it should not. */
  readonly run: (scale: Scale) => Promise<Outcome>;
}

export const joinOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  tables: outcomes.flatMap(({ tables }) => tables),
  goals: outcomes.flatMap(({ goals }) => goals),
});

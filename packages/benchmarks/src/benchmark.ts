import { type Figure, type FigureTable, ratioOf, type Results } from "./figures.js";
import type { GoalId } from "./goals.js";

/** How long and how often to measure. */
export interface Scale {
  readonly name: "full" | "quick";
  readonly rounds: number;
  /** How often processes start anew, with the rounds shared out among them. */
  readonly generations: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  /** Rows in a large table. */
  readonly manyRows: number;
}

export const FULL: Scale = {
  name: "full",
  rounds: 9,
  generations: 3,
  roundMs: 600,
  warmUpMs: 1_500,
  manyRows: 1_000_000,
};
export const QUICK: Scale = {
  name: "quick",
  rounds: 3,
  generations: 1,
  roundMs: 600,
  warmUpMs: 1_000,
  manyRows: 100_000,
};

/** What came of a goal. */
export interface MeasuredGoal {
  readonly goal: GoalId;
  /** Under which conditions, where the goal has several. */
  readonly under?: string;
  /** Decides whether the goal is met, by its median. */
  readonly measured: Figure;
  /** The same ratio by rates, where `measured` is a ratio of processor times. */
  readonly byRate?: Figure;
}

/** What a benchmark measured. The runner prints it, and writes it down. */
export interface Outcome {
  readonly tables: readonly FigureTable[];
  readonly goals: readonly MeasuredGoal[];
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

/** What a round got done, and processor time for each unit of work in microseconds. */
export interface Work {
  readonly perSecond: number;
  readonly cpu: number;
}

/** How many times as much `one` gets done as `other`: in the same processor time, and by rates. */
export const timesAsMuch = (
  results: Results<Work>,
  one: string,
  other: string,
): Pick<MeasuredGoal, "measured" | "byRate"> => ({
  measured: ratioOf(results, [other, one], ({ cpu }) => cpu),
  byRate: ratioOf(results, [one, other], ({ perSecond }) => perSecond),
});

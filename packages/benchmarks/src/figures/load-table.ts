import type { CostedSample, Results } from "../load/interleave.js";
import { figureOf } from "./figure.js";
import type { Goal } from "./goal.js";
import { ratios } from "./statistics.js";
import type { FigureTable } from "./table.js";

/** How many times as much `one` gets done as `other`: in the same processor time, which decides, and by the clock. */
export function timesAsMuch(
  results: Results<CostedSample>,
  one: string,
  other: string,
): Pick<Goal, "measured" | "byRate"> {
  const of = (name: string, figure: keyof CostedSample) =>
    results.get(name)!.map((sample) => sample[figure]);
  return {
    measured: figureOf(ratios(of(other, "cpu"), of(one, "cpu"))),
    byRate: figureOf(ratios(of(one, "perSecond"), of(other, "perSecond"))),
  };
}

export interface LoadTable extends Omit<FigureTable, "rows"> {
  /** What a turn is, in the plural. */
  readonly unit: string;
  /** What to compare with: a column's title, and the contender it stands for. */
  readonly references: Readonly<Record<string, string>>;
}

/** One row for each contender, and one column for each reference, which compares processor times. */
export function loadTable(
  { id, title, unit, references }: LoadTable,
  results: Results<CostedSample>,
): FigureTable {
  const rows = [...results].map(([name, samples]) => {
    const figures = {
      [`${unit}/s`]: figureOf(samples.map(({ perSecond }) => perSecond)),
      "p50 ms": figureOf(samples.map(({ p50 }) => p50)),
      "p99 ms": figureOf(samples.map(({ p99 }) => p99)),
      "CPU µs": figureOf(samples.map(({ cpu }) => cpu)),
      ...Object.fromEntries(
        Object.entries(references).map(([column, reference]) => [
          column,
          timesAsMuch(results, name, reference).measured,
        ]),
      ),
    };
    return { name, figures };
  });
  return { id, title, rows };
}

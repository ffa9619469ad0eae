import type { CostedSample, Results } from "../load/interleave.js";
import { median, pairedRatio } from "./statistics.js";
import { decimals, renderTable, spread, whole } from "./table.js";

const rates = (samples: readonly CostedSample[]): readonly number[] =>
  samples.map(({ perSecond }) => perSecond);

/** How many times as much `one` got through as `other`, round by round. */
export const rateRatio = (results: Results<CostedSample>, one: string, other: string): number =>
  pairedRatio(rates(results.get(one)!), rates(results.get(other)!));

/** What to compare with: a column's title, and the contender it stands for. */
export type References = Readonly<Record<string, string>>;

/** One row for each contender, and one column for each reference. */
export function renderLoad(
  title: string,
  results: Results<CostedSample>,
  { unit, references }: { readonly unit: string; readonly references: References },
): string {
  const header = [
    "",
    `${unit}/s (least–most)`,
    "p50 ms",
    "p99 ms",
    "CPU µs",
    ...Object.keys(references),
  ];
  const rows = [...results].map(([name, samples]) => [
    name,
    spread(rates(samples), median(rates(samples)), whole),
    decimals(median(samples.map(({ p50 }) => p50))),
    decimals(median(samples.map(({ p99 }) => p99))),
    whole(median(samples.map(({ cpu }) => cpu))),
    ...Object.values(references).map((reference) => decimals(rateRatio(results, name, reference))),
  ]);
  return renderTable(title, header, rows);
}

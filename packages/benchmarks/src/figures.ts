/** What several rounds measured: the one in the middle, and how far they lie apart. */
export interface Figure {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** What every round of each contender came to, by its name. */
export type Results<Round> = ReadonlyMap<string, readonly Round[]>;

/** What contenders did under one condition: figures by the title of their column. */
export interface FigureTable {
  /** Names the table in every run, as in `session-check/SQLite/16`. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly {
    readonly name: string;
    readonly figures: Readonly<Record<string, Figure>>;
  }[];
}

/** The value below which the share `part` of the sorted `values` lies. */
export const quantile = (sorted: ArrayLike<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

/** The middle of `values`; the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? sorted[Math.floor(middle)]!
    : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const figureOf = (values: readonly number[]): Figure => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});

/** What `measure` makes of pairs of rounds with the same number: a slow machine slows both. */
export function pairUp<Round>(
  results: Results<Round>,
  [one, other]: readonly [string, string],
  measure: (one: Round, other: Round) => number,
): Figure {
  const others = results.get(other)!;
  return figureOf(results.get(one)!.map((round, index) => measure(round, others[index]!)));
}

/** How many times as large a figure of `one` is as that of `other`. */
export const ratioOf = <Round>(
  results: Results<Round>,
  pair: readonly [string, string],
  figure: (round: Round) => number,
): Figure => pairUp(results, pair, (one, other) => figure(one) / figure(other));

/** One row for each contender, one column for each figure of a round. */
export const tableOf = <Round>(
  about: Omit<FigureTable, "rows">,
  results: Results<Round>,
  columns: Readonly<Record<string, (round: Round) => number>>,
): FigureTable => ({
  ...about,
  rows: [...results].map(([name, rounds]) => ({
    name,
    figures: Object.fromEntries(
      Object.entries(columns).map(([title, column]) => [title, figureOf(rounds.map(column))]),
    ),
  })),
});

const integers = new Intl.NumberFormat("en");

/** Three digits that count, and thousands whole. */
export function write(value: number): string {
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  if (magnitude >= 99.95) return integers.format(Math.round(value));
  return magnitude < 0.01 ? value.toFixed(4) : value.toPrecision(3);
}

/** `median (least–most)`, or the median alone where nothing else was measured. */
export function writeFigure({ median: middle, least, most }: Figure): string {
  const [from, to] = [write(least), write(most)];
  return from === to ? write(middle) : `${write(middle)} (${from}–${to})`;
}

/** A number and its noun, in the plural when it has to be. */
export const counted = (count: number, noun: string): string =>
  `${integers.format(count)} ${noun}${count === 1 ? "" : "s"}`;

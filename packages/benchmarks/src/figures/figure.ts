import { median } from "./statistics.js";

/** What several rounds measured: the one in the middle, and how far they lie apart. */
export interface Figure {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export const figureOf = (values: readonly number[]): Figure => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
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

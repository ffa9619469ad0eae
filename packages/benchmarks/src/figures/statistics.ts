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

/** What rounds of the same number say about each other: a machine that slows down slows both. */
export const ratios = (ones: readonly number[], others: readonly number[]): readonly number[] =>
  ones.map((one, round) => one / others[round]!);

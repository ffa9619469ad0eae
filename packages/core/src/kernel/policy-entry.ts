/**
 * What a limit counts: `ms` milliseconds · `count` things · `bytes` · `KiB` · `points` Unicode code
 * points · `units` UTF-16 code units · `days`.
 */
export type PolicyUnit = "ms" | "count" | "bytes" | "KiB" | "points" | "units" | "days";

/**
 * The default of one limit, and the range from which an application may choose another. Both ends
 * of the range are allowed.
 */
export interface PolicyEntry {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly unit: PolicyUnit;
}

/** A limit that no application changes. */
export const fixed = (value: number, unit: PolicyUnit): PolicyEntry => ({
  value,
  min: value,
  max: value,
  unit,
});
/** A limit with its least, its default and its greatest value. */
export const between = (
  min: number,
  value: number,
  max: number,
  unit: PolicyUnit,
): PolicyEntry => ({
  value,
  min,
  max,
  unit,
});

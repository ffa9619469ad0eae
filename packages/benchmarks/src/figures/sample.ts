import { quantile } from "./statistics.js";

/** What one round of load came to. Latencies in milliseconds. */
export interface Sample {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly count: number;
  /** Turns that were refused. */
  readonly refused: number;
}

export function sampleOf(
  latencies: readonly number[],
  milliseconds: number,
  refused: number,
): Sample {
  const sorted = Float64Array.from(latencies).sort();
  return {
    perSecond: (latencies.length * 1_000) / milliseconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    worst: sorted.at(-1) ?? NaN,
    count: latencies.length,
    refused,
  };
}

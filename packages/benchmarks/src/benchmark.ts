/** How long and how often to measure. */
export interface Scale {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  /** Sessions in the large database of `session-check-growth`. */
  readonly manySessions: number;
}

export const FULL: Scale = { rounds: 7, roundMs: 1_500, warmUpMs: 2_000, manySessions: 1_000_000 };
export const QUICK: Scale = { rounds: 3, roundMs: 600, warmUpMs: 1_000, manySessions: 100_000 };

export interface Benchmark {
  readonly name: string;
  /** Measures and prints. Rejects when anything answers what it should not. */
  readonly run: (scale: Scale) => Promise<void>;
}

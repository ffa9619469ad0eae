/** What a counter says after an attempt to count one more. */
export interface CounterReading {
  /** Whether the limit allowed this one to be counted. */
  readonly spent: boolean;
  readonly count: number;
  readonly resetsAt: Date;
}

/** Counters in fixed windows. A window begins with its first count and is never extended. */
export interface CounterStore {
  /**
   * Counts one more under `key`, unless `limit` are counted already. A window that has ended by
   * `now` counts as empty. Atomic: of n concurrent calls exactly `limit` are spent. A call that
   * finds the limit reached writes nothing.
   */
  spend(key: string, limit: number, windowMs: number, now: Date): Promise<CounterReading>;
  /** Gives one count back, never below zero. */
  release(key: string): Promise<void>;
  /** Forgets what was counted. */
  reset(key: string): Promise<void>;
}

/** Wrong passwords in a row under one key. */
export interface FailureStreak {
  readonly key: string;
  readonly failures: number;
  /** No password is compared before then. */
  readonly blockedUntil: Date;
  /** When the streak is forgotten if nothing more happens. */
  readonly expiresAt: Date;
}

export interface FailureStreakStore {
  /** The streak under `key` as it is now, held until the transaction ends; null when there is none yet. Inside a transaction only: callers come one by one. */
  lock(key: string): Promise<FailureStreak | null>;
  replace(streak: FailureStreak): Promise<void>;
  delete(key: string): Promise<void>;
  /** Removes up to `limit` streaks that had expired by `now`; how many. */
  deleteExpired(now: Date, limit: number): Promise<number>;
}

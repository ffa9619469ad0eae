/** Wrong passwords in a row under one key. */
export interface FailureStreak {
  readonly key: string;
  readonly failures: number;
  /** Until then no password is compared. */
  readonly blockedUntil: Date;
  /** When the streak is forgotten if nothing more happens. */
  readonly expiresAt: Date;
}

/** The streaks of wrong passwords that slow guessing down. */
export interface FailureStreakStore {
  /**
   * Returns the streak under `key` and locks it until the transaction ends; null when there is none
   * yet, which is locked too. Works inside a transaction only.
   */
  lock(key: string): Promise<FailureStreak | null>;
  /** Stores the streak in place of any earlier one under its key. */
  replace(streak: FailureStreak): Promise<void>;
  /** Removes the streak, if there is one. */
  delete(key: string): Promise<void>;
}

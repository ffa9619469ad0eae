/** Durations are plain numbers of milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const after = (start: Date, milliseconds: number): Date => new Date(start.getTime() + milliseconds);

export const earlier = (one: Date, other: Date): Date => (one.getTime() <= other.getTime() ? one : other);

/** Time of `instant` has come: an expiry is dead at the very instant it names. */
export const isPast = (instant: Date, now: Date): boolean => instant.getTime() <= now.getTime();

/** Durations are plain numbers of milliseconds. */
export const SECOND = 1_000;
/** 60,000 milliseconds. */
export const MINUTE = 60 * SECOND;
/** 3,600,000 milliseconds. */
export const HOUR = 60 * MINUTE;
/** 86,400,000 milliseconds: 24 hours, whatever the clocks of a time zone do. */
export const DAY = 24 * HOUR;

/** Returns the instant that lies `milliseconds` behind `start`. */
export const after = (start: Date, milliseconds: number): Date =>
  new Date(start.getTime() + milliseconds);

export const earlier = (one: Date, other: Date): Date =>
  one.getTime() <= other.getTime() ? one : other;

export const later = (one: Date, other: Date): Date =>
  one.getTime() >= other.getTime() ? one : other;

/** Time of `instant` has come: an expiry is dead at the very instant it names. */
export const isPast = (instant: Date, now: Date): boolean => instant.getTime() <= now.getTime();

/**
 * How many whole units a duration has, at least one: what people are told must not be more than
 * they get.
 */
export const wholeUnits = (milliseconds: number, unit: number): number =>
  Math.max(1, Math.floor(milliseconds / unit));

import type { Clock } from "@acme/auth-core";

/** A clock that stands still until it is told. */
export interface FixedClock extends Clock {
  /** Moves the clock on; back, when negative. */
  advance(milliseconds: number): void;
  /** Sets the clock to the instant, earlier or later. */
  set(instant: Date): void;
}

/**
 * Creates a clock that shows `start` until it is moved. Default: the first instant of 2026, UTC.
 */
export function createFixedClock(start: Date = new Date("2026-01-01T00:00:00.000Z")): FixedClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => void (now += milliseconds),
    set: (instant) => void (now = instant.getTime()),
  };
}

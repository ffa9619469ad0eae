import type { Clock } from "@acme/auth-core";

/** A clock that stands still until it is told. */
export interface FixedClock extends Clock {
  advance(milliseconds: number): void;
  set(instant: Date): void;
}

export function createFixedClock(start: Date = new Date("2026-01-01T00:00:00.000Z")): FixedClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => void (now += milliseconds),
    set: (instant) => void (now = instant.getTime()),
  };
}

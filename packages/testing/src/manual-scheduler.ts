import type { Scheduler } from "@acme/auth-core";

/** A scheduler whose time passes when it is told. */
export interface ManualScheduler extends Scheduler {
  /**
   * Lets time pass and runs what has become due, in order, including what is scheduled meanwhile.
   */
  advance(milliseconds: number): void;
  /** How many pieces of work wait for their time. */
  waiting(): number;
}

interface Planned {
  readonly at: number;
  readonly work: () => void;
}

/** Creates a scheduler on which nothing is due until `advance` is called. */
export function createManualScheduler(): ManualScheduler {
  let planned: readonly Planned[] = [];
  let now = 0;

  const earliest = (until: number): Planned | undefined =>
    planned
      .filter(({ at }) => at <= until)
      .reduce<Planned | undefined>(
        (first, one) => (first && first.at <= one.at ? first : one),
        undefined,
      );

  return {
    after(milliseconds, work) {
      const plan = { at: now + milliseconds, work };
      planned = [...planned, plan];
      return () => void (planned = planned.filter((one) => one !== plan));
    },
    advance(milliseconds) {
      const until = now + milliseconds;
      for (let due = earliest(until); due; due = earliest(until)) {
        const current = due;
        planned = planned.filter((one) => one !== current);
        now = Math.max(now, current.at);
        current.work();
      }
      now = until;
    },
    yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
    waiting: () => planned.length,
  };
}

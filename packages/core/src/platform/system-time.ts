import type { Clock } from "../ports/clock.js";
import type { Scheduler } from "../ports/scheduler.js";

export const systemClock: Clock = { now: () => new Date() };

export const timers: Scheduler = {
  after(milliseconds, work) {
    // The shortest timer takes 1 ms, and a mail would wait for it. An immediate that does not hold
    // the process would wait for the next event.
    if (milliseconds === 0) {
      const immediate = setImmediate(work);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(work, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
  yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
};

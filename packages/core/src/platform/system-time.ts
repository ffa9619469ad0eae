import type { Clock } from "../ports/clock.js";
import type { Scheduler } from "../ports/scheduler.js";

export const systemClock: Clock = { now: () => new Date() };

export const timers: Scheduler = {
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
  yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
};

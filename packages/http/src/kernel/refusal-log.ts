import type { LogFields, Logger } from "@acme/auth-core";

/**
 * How many windows of refused clients are remembered at once. Beyond that, the oldest is logged
 * early.
 */
const CAPACITY = 10_000;

export interface RefusedWindow {
  /** What was counted: tier and client, or tier and user. */
  readonly key: string;
  readonly fields: LogFields;
  readonly resetsAt: Date;
}

interface CountedWindow extends RefusedWindow {
  count: number;
}

/**
 * Logs refusals of the limiter: the first of each window at once, and the total when the window has
 * ended, at the first refusal of another window. So a flood costs two lines for each client and
 * window.
 */
export function createRefusalLog(logger: Logger): (refused: RefusedWindow, now: Date) => void {
  const windows = new Map<string, CountedWindow>();

  function close({ key, fields, count }: CountedWindow): void {
    windows.delete(key);
    if (count > 1) logger.warn("excess_rate_limit_exceeded", { ...fields, refused: count });
  }

  const isOver = ({ resetsAt }: RefusedWindow, now: Date): boolean =>
    resetsAt.getTime() <= now.getTime();

  return function note(refused, now) {
    const { key, fields } = refused;
    const open = windows.get(key);
    if (open && !isOver(open, now)) {
      open.count++;
      return;
    }
    if (open) close(open);
    // From the oldest to the first that has not ended: each window is visited once.
    for (const window of windows.values()) {
      if (!isOver(window, now) && windows.size < CAPACITY) break;
      close(window);
    }
    windows.set(key, { ...refused, count: 1 });
    logger.warn("excess_rate_limit_exceeded", fields);
  };
}

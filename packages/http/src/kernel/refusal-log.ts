import type { LogFields, Logger } from "@acme/auth-core";

/** How many windows of refused clients are remembered at once. Beyond that, the oldest is logged early. */
const CAPACITY = 10_000;

export interface RefusedWindow {
  /** What was counted: tier and client, or tier and user. */
  readonly key: string;
  readonly fields: LogFields;
  readonly resetsAt: Date;
}

/**
 * Logs refusals of the limiter: the first of each window at once, and the total when the window has ended, at the first
 * refusal of another window. So a flood costs two lines for each client and window.
 */
export function createRefusalLog(logger: Logger): (refused: RefusedWindow, now: Date) => void {
  const windows = new Map<string, RefusedWindow & { count: number }>();

  function close(key: string): void {
    const { fields, count } = windows.get(key)!;
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
    if (open) close(key);
    // The oldest first, as far as they have ended: each is looked at once.
    for (const [other, window] of windows) {
      if (!isOver(window, now) && windows.size < CAPACITY) break;
      close(other);
    }
    windows.set(key, { ...refused, count: 1 });
    logger.warn("excess_rate_limit_exceeded", fields);
  };
}

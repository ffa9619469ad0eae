import { after, isPast } from "../../kernel/duration.js";

export interface Window {
  readonly count: number;
  readonly resetsAt: Date;
}

/**
 * Fixed windows kept in this process, for at most `capacity` keys; beyond that the oldest window is
 * forgotten first.
 */
export interface MemoryWindows {
  /** Counts one more under `key`. A window that has ended begins anew. */
  readonly count: (key: string, windowMs: number, now: Date) => Window;
  /** The window of `key`; null when there is none, or it has ended by `now`. */
  readonly find: (key: string, now: Date) => Window | null;
  /** Keeps a window that was counted elsewhere, in place of what was kept. */
  readonly keep: (key: string, window: Window) => void;
}

export function createMemoryWindows(capacity: number): MemoryWindows {
  const windows = new Map<string, { count: number; readonly resetsAt: Date }>();

  function live(key: string, now: Date) {
    const window = windows.get(key);
    return window && !isPast(window.resetsAt, now) ? window : null;
  }

  function begin(key: string, window: Window) {
    windows.delete(key);
    if (windows.size >= capacity) windows.delete(windows.keys().next().value!);
    const begun = { ...window };
    windows.set(key, begun);
    return begun;
  }

  return {
    count(key, windowMs, now) {
      const window = live(key, now) ?? begin(key, { count: 0, resetsAt: after(now, windowMs) });
      window.count++;
      return window;
    },
    find: live,
    keep: (key, window) => void begin(key, window),
  };
}

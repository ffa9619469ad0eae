import { after, isPast } from "../kernel/duration.js";

interface Window {
  count: number;
  readonly resetsAt: Date;
}

/** Fixed windows counted in this process, for at most `capacity` keys; beyond that the oldest window is forgotten first. */
export function createMemoryWindows(capacity: number) {
  const windows = new Map<string, Window>();

  return function count(key: string, windowMs: number, now: Date): Readonly<Window> {
    let window = windows.get(key);
    if (!window || isPast(window.resetsAt, now)) {
      windows.delete(key);
      if (windows.size >= capacity) windows.delete(windows.keys().next().value!);
      windows.set(key, (window = { count: 0, resetsAt: after(now, windowMs) }));
    }
    window.count++;
    return window;
  };
}

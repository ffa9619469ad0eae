import { setTimeout as sleep } from "node:timers/promises";

/** What this process did meanwhile. */
export interface Watch {
  readonly seconds: number;
  /** How far resident memory rose above where it began. */
  readonly growthMb: number;
  readonly stallMs: number;
}

const LOOK_EVERY_MS = 5;
const SETTLE_MS = 500;

/** Watches memory and event loop from now on; what comes back ends that. */
export async function watchProcess(): Promise<() => Watch> {
  (globalThis as { gc?: () => void }).gc?.();
  await sleep(SETTLE_MS);
  const began = performance.now();
  const before = process.memoryUsage.rss();
  let most = before;
  let longest = 0;
  let last = began;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - LOOK_EVERY_MS);
    last = now;
    most = Math.max(most, process.memoryUsage.rss());
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return {
      seconds: (performance.now() - began) / 1_000,
      growthMb: (most - before) / 1e6,
      stallMs: Math.max(longest, performance.now() - last - LOOK_EVERY_MS),
    };
  };
}

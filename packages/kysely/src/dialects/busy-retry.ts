import { setTimeout as sleep } from "node:timers/promises";
import { StoreConflict } from "../store-conflict.js";
import { StoreUnavailable } from "../store-unavailable.js";
import { CLOSED } from "./sqlite-handle.js";

const WAITS_MS = [1, 2, 3, 5, 8, 12, 17, 23, 29];
const MAX_WAIT_MS = 35;

/**
 * Spread by process and attempt, so that two processes which met once do not meet on every attempt;
 * the same in every run.
 */
const waitBefore = (attempt: number): number =>
  (WAITS_MS[attempt] ?? MAX_WAIT_MS) + ((attempt * 7 + process.pid) % 5);

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : "";

/**
 * Another connection holds a lock that SQLite needs: every extended code, and the race for a WAL
 * read mark (SQLITE_PROTOCOL).
 */
export const isBusy = (thrown: unknown): boolean => /^SQLITE_(BUSY|PROTOCOL)/.test(codeOf(thrown));

/** The file cannot be used any more, or the store was closed. */
const isOutOfReach = (thrown: unknown): boolean =>
  /^SQLITE_(FULL|IOERR|CANTOPEN)/.test(codeOf(thrown)) ||
  (thrown instanceof TypeError && thrown.message === CLOSED);

/** A row with the same unique value is there already. */
const isUniqueViolation = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(thrown));

/**
 * How long statements wait for a lock. One writer waits at a time, and those queued behind it have
 * waited as long.
 */
export interface BusyRetry {
  /** All waiting on this handle so far, in milliseconds. */
  waited(): number;
  /**
   * The result of the first `attempt` that finds no lock in its way. Waits between attempts without
   * holding up the thread; rejects with `StoreUnavailable` when this handle has waited for the
   * limit since `waited()` was `since`.
   */
  run<T>(attempt: () => T, since?: number): Promise<T>;
}

export function createBusyRetry(limitMs: number): BusyRetry {
  let total = 0;

  async function retry<T>(failure: unknown, attempt: () => T, since: number): Promise<T> {
    let thrown = failure;
    for (let attempts = 0; ; attempts++) {
      if (isOutOfReach(thrown) || (isBusy(thrown) && total - since >= limitMs))
        throw new StoreUnavailable(thrown);
      if (isUniqueViolation(thrown)) throw new StoreConflict(thrown);
      if (!isBusy(thrown)) throw thrown;
      const wait = waitBefore(attempts);
      await sleep(wait);
      total += wait;
      try {
        return attempt();
      } catch (again) {
        thrown = again;
      }
    }
  }

  return {
    waited: () => total,
    // Without `async`, which costs every statement a microsecond for the few that have to wait.
    run(attempt, since = total) {
      try {
        return Promise.resolve(attempt());
      } catch (thrown) {
        return retry(thrown, attempt, since);
      }
    },
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "./command.mjs";

const PATIENCE_MS = 60_000;
const POLL_MS = 100;

/**
 * Returns what `find` finds within a minute. What it throws meanwhile is forgotten, unless it is a
 * `Failure`.
 * @template T @param {string} what @param {() => Promise<T>} find @returns
 * {Promise<NonNullable<T>>}
 */
export async function until(what, find) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(POLL_MS)) {
    const found = await find().catch((/** @type {unknown} */ thrown) => {
      if (thrown instanceof Failure) throw thrown;
      return null;
    });
    if (found) return found;
  }
  throw new Failure(`It did not happen within a minute: ${what}`);
}

/**
 * The status of an answer; null when nothing answers.
 * @param {string} url
 * @param {RequestInit} [init]
 * @returns {Promise<number | null>}
 */
export const statusOf = (url, init) =>
  fetch(url, init).then(
    ({ status }) => status,
    () => null,
  );

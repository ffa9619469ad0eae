import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { clearInterval, setInterval } from "node:timers";

const LOOK_MS = 2_000;
/** A reminder for so many looks. */
const REMINDER = 8;

/** Whether node-gyp is at better-sqlite3 in a folder of pnpm's: it has its Makefile, and no library yet. @param {string} modules */
export const isCompiling = (modules) =>
  existsSync(modules) &&
  readdirSync(modules)
    .filter((name) => name.startsWith("better-sqlite3@"))
    .map((name) => join(modules, name, "node_modules/better-sqlite3/build"))
    .some(
      (build) =>
        existsSync(join(build, "Makefile")) &&
        !existsSync(join(build, "Release/better_sqlite3.node")),
    );

/**
 * Says that SQLite is being compiled as long as it is while `work` goes on: for minutes, pnpm shows at most the lines of the compiler.
 * @template T @param {Promise<T>} work @param {string} modules @param {{ say?: (line: string) => void, lookMs?: number }} [options] @returns {Promise<T>}
 */
export function sayWhileCompiling(work, modules, { say = console.log, lookMs = LOOK_MS } = {}) {
  let looks = 0;
  const timer = setInterval(() => {
    if (!isCompiling(modules)) return;
    if (looks === 0)
      say(
        "No ready-made SQLite fits this Node, so it is compiled now, this once. It takes one to three minutes …",
      );
    else if (looks % REMINDER === 0)
      say(`SQLite is still being compiled, for ${Math.round((looks * lookMs) / 1_000)} s now …`);
    looks++;
  }, lookMs);
  return work.finally(() => clearInterval(timer));
}

import { run } from "../tasks/command.mjs";
import { statusOf, until } from "../tasks/until.mjs";

/** @typedef {import("./pages.mjs").Block} Block */
/**
 * @typedef {object} Place Where a reader types the commands of a page.
 * @property {string} cwd
 * @property {number} port What a program that goes on running listens on.
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(text: string) => Promise<string>} fill Puts what only the reader knows into a
 * command.
 */

/**
 * Runs the commands of a page one after the other, and stops at the end what they have started.
 * @param {readonly Block[]} blocks @param {Place} place @returns {Promise<string | null>} What is
 * wrong with the first block that fails.
 */
export async function runBlocks(blocks, { cwd, port, env = process.env, fill }) {
  const end = new AbortController();
  const started = [];
  try {
    for (const { page, line, text, mode } of blocks) {
      const running = run("bash", ["-euo", "pipefail", "-c", await fill(text)], {
        cwd,
        env,
        quiet: true,
        ...(mode === "background" && { until: end.signal }),
      });
      if (mode === "background") started.push(running);
      const failed = await (mode === "background"
        ? hasNotStarted(running, port)
        : hasFailed(running));
      if (failed !== null) return `${page}.md:${line}: ${failed}`;
    }
    return null;
  } finally {
    end.abort();
    await Promise.all(started);
  }
}

/** @typedef {Promise<{ code: number, output: string }>} Running */

/** @param {Running} running @returns {Promise<string | null>} */
async function hasFailed(running) {
  const { code, output } = await running;
  return code === 0 ? null : `the command ended with code ${code}:\n${output}`;
}

/** @param {Running} running @param {number} port @returns {Promise<string | null>} */
function hasNotStarted(running, port) {
  const ended = hasFailed(running).then((failed) => failed ?? "the program ended at once");
  const listens = async () => (await statusOf(`http://localhost:${port}/`)) !== null;
  return Promise.race([ended, until("it listens on its port", listens).then(() => null, String)]);
}

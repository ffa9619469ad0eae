import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT, run } from "../tasks/command.mjs";
import { freePort } from "../tasks/free-port.mjs";
import { readPages } from "./pages.mjs";
import { filesOf, placeOf, withPort, writeProject } from "./project.mjs";

/** @typedef {import("./pages.mjs").Block} Block */
/** @typedef {import("./project.mjs").File} File */
/** @typedef {{ folder: string, port: number, files: readonly File[], blocks: readonly Block[] }} Project */

const PAGES = join(ROOT, "docs/guide");
/** Beside the packages that the pages import. */
const WORKPLACE = join(ROOT, "examples/guide/.checked-");
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/**
 * Compiles, runs and tests what the pages of the guide show. A reader who goes through the pages must be able to do the same.
 * @param {string} [pages] The folder with the pages. @returns {Promise<string | null>} What is wrong; null when nothing is.
 */
export async function checkGuide(pages = PAGES) {
  const read = readPages(pages);
  const faults = read.flatMap((page) => page.faults);
  if (faults.length > 0) return faults.join("\n");
  const blocks = read.flatMap((page) => page.blocks);
  const folder = mkdtempSync(WORKPLACE);
  try {
    const project = { folder, port: await freePort(), files: filesOf(blocks), blocks };
    writeProject(project);
    const problems = [
      await compile(project),
      unreadableJson(blocks),
      ...(await runCommands(project)),
      await runTests(project),
    ].filter((problem) => problem !== null);
    return problems.length === 0 ? null : problems.join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const bin = (/** @type {string} */ name) => join(ROOT, "node_modules/.bin", name);

/** @param {Project} project @returns {Promise<string | null>} */
async function compile({ folder, files }) {
  if (files.length === 0) return null;
  const { code, output } = await run(bin("tsc"), ["-p", "."], { cwd: folder, quiet: true });
  if (code === 0) return null;
  return output.replace(
    /^([^\s(][^(\n]*)\((\d+),\d+\)/gm,
    (/** @type {string} */ found, /** @type {string} */ path, /** @type {string} */ line) => {
      const file = files.find((each) => each.path === path);
      return file ? placeOf(file, Number(line)) : found;
    },
  );
}

/** @param {readonly Block[]} blocks @returns {string | null} */
function unreadableJson(blocks) {
  const broken = blocks
    .filter(({ language, mode }) => language === "json" && mode === "checked")
    .flatMap(({ page, line, text }) => {
      try {
        JSON.parse(text);
        return [];
      } catch (thrown) {
        return [`${page}.md:${line}: ${String(thrown)}`];
      }
    });
  return broken.length === 0 ? null : broken.join("\n");
}

/** Page by page, because what a page has started is stopped at its end. @param {Project} project @returns {Promise<readonly string[]>} */
async function runCommands(project) {
  const commands = project.blocks.filter(
    ({ language, mode }) => language === "sh" && mode !== "no-run",
  );
  const problems = [];
  for (const page of new Set(commands.map((block) => block.page))) {
    const problem = await runPage(
      project,
      commands.filter((block) => block.page === page),
    );
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

/** @param {Project} project @param {readonly Block[]} commands @returns {Promise<string | null>} What is wrong with the first block that fails. */
async function runPage({ folder, port }, commands) {
  const end = new AbortController();
  const started = [];
  try {
    for (const { page, line, text, mode } of commands) {
      const running = run("bash", ["-euo", "pipefail", "-c", withPort(text, port)], {
        cwd: join(folder, page),
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
async function hasNotStarted(running, port) {
  const ended = hasFailed(running).then((failed) => failed ?? "the program ended at once");
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += POLL_MS) {
    const answered = fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    );
    const outcome = await Promise.race([ended, answered]);
    if (typeof outcome === "string") return outcome;
    if (outcome) return null;
    await sleep(POLL_MS);
  }
  return `nothing listens on its port after ${START_TIMEOUT_MS / 1_000} seconds`;
}

/** @param {Project} project @returns {Promise<string | null>} */
async function runTests({ folder, files }) {
  if (!files.some(({ path }) => path.endsWith(".test.ts"))) return null;
  const { code, output } = await run(bin("vitest"), ["run", "--root", folder], {
    cwd: folder,
    // Vitest must not take itself for a part of the one that runs us.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")),
    ),
    quiet: true,
  });
  return code === 0 ? null : output;
}

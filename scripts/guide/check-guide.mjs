import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../tasks/command.mjs";
import { freePort, withPort } from "../tasks/free-port.mjs";
import { readPage, readPages } from "./pages.mjs";
import { filesOf, placeOf, writeProject } from "./project.mjs";
import { runBlocks } from "./run-blocks.mjs";

/** @typedef {import("./pages.mjs").Block} Block */
/** @typedef {import("./project.mjs").File} File */
/**
 * @typedef {{ folder: string, port: number, files: readonly File[], blocks: readonly Block[] }}
 * Project
 */

const PAGES = join(ROOT, "docs/guide");
/** Shows one application in several hosts. */
const LANDING = join(ROOT, "docs/README.md");
/** Beside the packages that the pages import. */
const WORKPLACE = join(ROOT, "examples/guide/.checked-");

/**
 * Compiles, runs and tests what the pages of the guide show. A reader who goes through the pages
 * must be able to do the same.
 * @param {string} [pages] The folder with the pages. @returns {Promise<string | null>} What is
 * wrong; null when nothing is.
 */
export async function checkGuide(pages = PAGES) {
  const landing = pages === PAGES ? [readPage("landing", readFileSync(LANDING, "utf8"))] : [];
  const read = [...readPages(pages), ...landing];
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

/**
 * Page by page, because what a page has started is stopped at its end.
 * @param {Project} project
 * @returns {Promise<readonly string[]>}
 */
async function runCommands(project) {
  const commands = project.blocks.filter(
    ({ language, mode }) => language === "sh" && mode !== "no-run",
  );
  const problems = [];
  for (const page of new Set(commands.map((block) => block.page))) {
    const problem = await runBlocks(
      commands.filter((block) => block.page === page),
      {
        port: project.port,
        cwd: join(project.folder, page),
        fill: async (text) => withPort(text, project.port),
      },
    );
    if (problem !== null) problems.push(problem);
  }
  return problems;
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

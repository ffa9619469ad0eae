import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withPort } from "../tasks/free-port.mjs";

/** @typedef {import("./pages.mjs").Block} Block */
/**
 * @typedef {{ path: string, blocks: readonly Block[] }} File What a reader has in one file after
 * reading a page: its blocks one after the other.
 */

/** The page whose files every other page goes on from. */
export const FIRST_PAGE = "getting-started";

const CODE = ["ts", "tsx"];

/** @param {Block} block */
const isCompiled = ({ language, mode }) => CODE.includes(language) && mode !== "no-run";

/**
 * The files that a reader of the pages has: a folder for each page, in which those of the first
 * page stand too.
 * @param {readonly Block[]} blocks
 * @param {(block: Block) => boolean} isWanted Which blocks are parts of files.
 * @returns {readonly File[]}
 */
export function filesOf(blocks, isWanted = isCompiled) {
  const code = blocks.filter(isWanted);
  const first = code.filter(({ page, file }) => page === FIRST_PAGE && file !== null);
  const pages = [...new Set(blocks.map(({ page }) => page))];
  return pages.flatMap((page) => {
    const own = code.filter((block) => block.page === page);
    const names = new Set(own.map(({ file }) => file));
    const inherited = page === FIRST_PAGE ? [] : first.filter(({ file }) => !names.has(file));
    return joined(page, [...inherited, ...own]);
  });
}

/** @param {string} page @param {readonly Block[]} blocks @returns {readonly File[]} */
function joined(page, blocks) {
  const files = /** @type {Map<string, Block[]>} */ (new Map());
  for (const block of blocks) {
    const path = join(page, block.file ?? `src/line-${block.line}.${block.language}`);
    files.set(path, [...(files.get(path) ?? []), block]);
  }
  return Array.from(files, ([path, parts]) => ({ path, blocks: parts }));
}

/**
 * Where a line of a file stands in the guide.
 * @param {File} file
 * @param {number} line
 * @returns {string}
 */
export function placeOf({ blocks }, line) {
  let before = 0;
  for (const block of blocks) {
    const lines = block.text.split("\n").length - 1;
    if (line <= before + lines) return `${block.page}.md:${block.line + line - before - 1}`;
    before += lines;
  }
  return `${blocks.at(-1)?.page ?? ""}.md`;
}

const COMPILER_OPTIONS = {
  extends: "../../../tsconfig.base.json",
  compilerOptions: {
    jsx: "react-jsx",
    // Those of Nest.
    experimentalDecorators: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
  },
  include: ["*/**/*"],
};
/** Starts TypeScript in place of the program `tsx`, which the pages name. */
const TSX = join(import.meta.dirname, "tsx.mjs");
const VITEST_CONFIG = `export default {
  ssr: { resolve: { conditions: ["@acme/source", "node"] } },
  test: { testTimeout: 60_000, hookTimeout: 60_000 },
};
`;

/**
 * Writes the files, and what compiles and runs them.
 * @param {{ folder: string, port: number, files: readonly File[], blocks: readonly Block[] }}
 * project
 */
export function writeProject({ folder, port, files, blocks }) {
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o755 });
  };
  for (const file of files)
    write(file.path, withPort(file.blocks.map(({ text }) => text).join(""), port));
  write("package.json", JSON.stringify({ private: true, type: "module" }));
  write("tsconfig.json", JSON.stringify(COMPILER_OPTIONS));
  write("vitest.config.mjs", VITEST_CONFIG);
  for (const page of new Set(blocks.map((block) => block.page)))
    write(
      join(page, "node_modules/.bin/tsx"),
      `#!/bin/sh\nexec "${process.execPath}" "${TSX}" "$@"\n`,
    );
}

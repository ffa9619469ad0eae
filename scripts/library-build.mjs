import { readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { build } from "esbuild";
import { defineConfig } from "tsup";

/**
 * How the JavaScript of every library package is built: one ES module per entry that its `exports`
 * names. The declarations come from `tsc -p declarations.json`, file by file, so that their maps
 * lead to the sources. Run in the package's folder.
 * @param {import("tsup").Options & { lists?: readonly string[], modules?: readonly string[] }} [options] `lists` are entries that only list names. What
 * they name stands in one module, `dist/core.js`: split by who needs what, it would be five, and
 * each costs half a millisecond of every start. `modules` are those that `imports` of the manifest
 * names.
 */
export function libraryBuild({ lists = [], modules = [], ...more } = {}) {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
  const sources = Object.values(exports).flatMap((entry) => entry["@acme/source"] ?? []);
  const unlisted = [...sources.filter((source) => !lists.includes(source)), ...modules];
  const [first, ...others] = lists;
  return defineConfig({
    entry: first
      ? Object.fromEntries([
          ["core", first],
          ...unlisted.map((source) => [basename(source, ".ts"), source]),
        ])
      : unlisted,
    format: "esm",
    target: "node20",
    platform: "node",
    sourcemap: true,
    clean: true,
    // What a package depends on stays an import: tsup leaves dependencies and peers out by name,
    // before any condition could lead to their sources.
    tsconfig: "tsconfig.json",
    // What `imports` of the manifest names is chosen where the package runs or is bundled.
    external: [/^#/],
    // The packages ship their sources, which the maps name: a second copy inside each map would
    // double what an application installs.
    esbuildOptions(options) {
      options.sourcesContent = false;
      // A file of `dist` stands where its source stands, however many entries there are.
      options.outbase = "src";
    },
    esbuildPlugins: first ? [joined(first, others)] : [],
    onSuccess: () => writeLists(lists),
    ...more,
  });
}

/**
 * Gives one list the names of the others too.
 * @param {string} first @param {readonly string[]} others @returns {import("esbuild").Plugin}
 */
const joined = (first, others) => ({
  name: "joined-lists",
  setup({ onLoad }) {
    const path = resolve(first);
    onLoad({ filter: /\.ts$/ }, (file) =>
      file.path === path
        ? { contents: [first, ...others].map(textOf).join("\n"), loader: "ts" }
        : undefined,
    );
  },
});

/** @param {string} path */
const textOf = (path) => readFileSync(path, "utf8");

/** Writes the entries that take their names from `dist/core.js`. @param {readonly string[]} lists */
async function writeLists(lists) {
  if (lists.length === 0) return;
  const { outputFiles } = await build({
    entryPoints: [...lists],
    outdir: "dist",
    format: "esm",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    write: false,
  });
  for (const { path, text } of outputFiles)
    writeFileSync(path, path.endsWith(".js") ? text.replaceAll(FROM, 'from "./core.js"') : text);
}

const FROM = /from "\.\/[^"]+"/g;

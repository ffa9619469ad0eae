import { readFileSync } from "node:fs";
import { defineConfig } from "tsup";

/**
 * How the JavaScript of every library package is built: one ES module per entry that its `exports`
 * names. The declarations come from `tsc -p declarations.json`, file by file, so that their maps
 * lead to the sources. Run in the package's folder.
 * @param {import("tsup").Options} [more]
 */
export function libraryBuild(more = {}) {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
  return defineConfig({
    entry: Object.values(exports).flatMap((entry) => entry["@acme/source"] ?? []),
    format: "esm",
    target: "node20",
    platform: "node",
    sourcemap: true,
    clean: true,
    // What a package depends on stays an import: tsup leaves dependencies and peers out by name,
    // before any condition could lead to their sources.
    tsconfig: "tsconfig.json",
    // The packages ship their sources, which the maps name: a second copy inside each map would
    // double what an application installs.
    esbuildOptions(options) {
      options.sourcesContent = false;
      // A file of `dist` stands where its source stands, however many entries there are.
      options.outbase = "src";
    },
    ...more,
  });
}

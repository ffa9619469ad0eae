import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = resolve(import.meta.dirname, "..");

/**
 * Imports a TypeScript file of this folder together with the sources of the packages that it imports.
 * @param {string} file Relative to `scripts`. @returns {Promise<any>} The module.
 */
export async function importBundled(file) {
  const outfile = resolve(
    ROOT,
    "node_modules/.cache/acme",
    basename(file).replace(/\.ts$/, ".mjs"),
  );
  await build({
    entryPoints: [resolve(ROOT, "scripts", file)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@acme/source"],
    external: ["@node-rs/argon2", "typescript", "prettier"],
    logLevel: "error",
  });
  return import(pathToFileURL(outfile).href);
}

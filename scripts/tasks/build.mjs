import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Failure, mustRun, ROOT, run } from "./command.mjs";

const SERVER = join(ROOT, "packages", "server");
export const SERVER_ENTRY = join(SERVER, "dist", "main.js");
/** What the entry loads. It is built longer, and may have failed. */
const PROGRAM_ENTRY = join(SERVER, "dist", "program", "main.js");

/**
 * Builds every package that is published into its `dist`, in the order in which they need each
 * other.
 */
export async function build() {
  await mustRun("pnpm", ["--recursive", "--if-present", "run", "build"]);
  return 0;
}

/** Bundles the server, unless the bundle is younger than everything it is made of. */
export async function buildServer() {
  const newest = newestSource();
  const isNewer = (/** @type {string} */ path) =>
    existsSync(path) && statSync(path).mtimeMs > newest;
  if ([SERVER_ENTRY, PROGRAM_ENTRY].every(isNewer)) return;
  // Not among what a command prints.
  console.error("Building the server …");
  const { code, output } = await run(join(ROOT, "node_modules/.bin/tsup"), [], {
    cwd: SERVER,
    quiet: true,
  });
  if (code !== 0) throw new Failure(`${output}\nThe server could not be built.`);
}

function newestSource() {
  const packages = readdirSync(join(ROOT, "packages")).map((name) => join(ROOT, "packages", name));
  const inputs = packages.flatMap((path) => [
    join(path, "package.json"),
    join(path, "tsup.config.ts"),
    ...treeOf(join(path, "src")),
  ]);
  return Math.max(
    ...[join(ROOT, "pnpm-lock.yaml"), ...inputs]
      .filter((path) => existsSync(path))
      .map((path) => statSync(path).mtimeMs),
  );
}

/**
 * Folders too: theirs is the only time that tells of a deleted file.
 * @param {string} folder
 * @returns {readonly string[]}
 */
function treeOf(folder) {
  if (!existsSync(folder)) return [];
  const within = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) =>
    join(folder, path),
  );
  return [folder, ...within].filter((path) => !/\.test(-d)?\.ts$/.test(path));
}

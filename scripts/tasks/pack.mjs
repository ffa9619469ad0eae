import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { mustRun, ROOT } from "./command.mjs";
import { publishedPackages } from "./published-packages.mjs";

/** @typedef {import("./published-packages.mjs").Published} Published */

/**
 * Builds every package that is published, and writes its tarball into a folder: the one that is
 * named, or `tarballs`.
 * @param {readonly string[]} args
 */
export async function pack([folder = "tarballs"]) {
  const shelf = resolve(ROOT, folder);
  mkdirSync(shelf, { recursive: true });
  for (const name of readdirSync(shelf))
    if (/^acme-(auth|create-auth)-.*\.tgz$/.test(name)) rmSync(join(shelf, name));
  const packages = publishedPackages(shelf);
  await packAll(packages, shelf);
  console.log(
    `\nIn an application of yours, with the drivers and frameworks that it uses:\n\n  ${await installCommand(shelf)}\n`,
  );
  return 0;
}

/**
 * The command that installs what is packed, to be pasted into a shell.
 * @param {string} shelf
 * @returns {Promise<string>}
 */
export async function installCommand(shelf) {
  const { importBundled } = await import("../bundle.mjs");
  const { shellWord } = await importBundled("packages/server/src/config/shell-word.ts");
  return `npm install ${shellWord(shelf)}/*.tgz`;
}

/**
 * Builds and packs, in the order in which packages need each other, and says which it is at.
 * @param {readonly Published[]} packages
 * @param {string} shelf
 */
export async function packAll(packages, shelf) {
  const inOrder = packages.toSorted((one, other) => one.level - other.level);
  for (const [at, { name, folder, tarball }] of inOrder.entries()) {
    console.log(`${at + 1} of ${inOrder.length}: ${name} is built …`);
    await mustRun("pnpm", ["run", "build"], { cwd: folder, quiet: true });
    await mustRun("pnpm", ["pack", "--pack-destination", shelf], { cwd: folder, quiet: true });
    console.log(`  ${relative(ROOT, tarball)}`);
  }
}

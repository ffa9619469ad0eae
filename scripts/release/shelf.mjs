import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Failure, mustRun, ROOT } from "../tasks/command.mjs";
import { askGit } from "./refusals.mjs";

/**
 * A release that is packed: the commit, the tag and every byte that will be published. What was begun with it is finished with it, wherever the folder is brought.
 * @typedef {object} Release
 * @property {string} folder
 * @property {string} version
 * @property {readonly Packed[]} packages In the order in which they are published.
 */
/** @typedef {{ name: string, file: string, integrity: string }} Packed */

export const SHELF = join(ROOT, "tarballs");
const MANIFEST = "release.json";
/** The commit and the tag, as git carries them from one repository to another. */
export const BUNDLE = "release.bundle";

/** As npm and the registries write it. @param {string} path @returns {string} */
const integrityOf = (path) =>
  `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;

/**
 * Writes beside the tarballs what they are, and the commit with its tag.
 * @param {string} shelf @param {Pick<import("./prepare.mjs").Prepared, "copy" | "version" | "packages">} prepared
 */
export async function writeRelease(shelf, { copy, version, packages }) {
  const packed = packages.map(({ name, tarball }) => ({
    name,
    file: basename(tarball),
    integrity: integrityOf(tarball),
  }));
  writeFileSync(join(shelf, MANIFEST), JSON.stringify({ version, packages: packed }, null, 2));
  const tag = `v${version}`;
  // A rehearsal may be of files without a history.
  const before = (await askGit(copy, ["rev-parse", `${tag}~1`])) === "" ? [] : [`^${tag}~1`];
  const bundle = ["bundle", "create", "--quiet", join(shelf, BUNDLE), `refs/tags/${tag}`];
  await mustRun("git", [...bundle, ...before], { cwd: copy });
}

/** @param {string} folder @returns {Release} */
export function readRelease(folder) {
  const path = join(folder, MANIFEST);
  if (!existsSync(path))
    throw new Failure(`${folder} holds no release: npm run release -- --pack makes one.`);
  const { version, packages } = /** @type {Release} */ (JSON.parse(readFileSync(path, "utf8")));
  const spoilt = packages.find(({ file, integrity }) => {
    const tarball = join(folder, file);
    return !existsSync(tarball) || integrityOf(tarball) !== integrity;
  });
  if (spoilt) throw new Failure(`${spoilt.file} is not what was packed for ${version}.`);
  return { folder, version, packages };
}

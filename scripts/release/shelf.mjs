import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Failure, mustRun, ROOT } from "../tasks/command.mjs";

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

/** @param {Pick<import("./prepare.mjs").Prepared, "copy" | "version" | "packages">} prepared @param {string} folder It is replaced. */
export async function keepRelease({ copy, version, packages }, folder) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(copy, "tarballs"), folder, { recursive: true });
  const kept = packages.map(({ name, tarball }) => ({
    name,
    file: basename(tarball),
    integrity: integrityOf(tarball),
  }));
  writeFileSync(join(folder, MANIFEST), JSON.stringify({ version, packages: kept }, null, 2));
  const tag = `v${version}`;
  await mustRun(
    "git",
    ["bundle", "create", "--quiet", join(folder, BUNDLE), `refs/tags/${tag}`, `^${tag}~1`],
    { cwd: copy },
  );
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

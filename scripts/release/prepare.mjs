import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { keepReports } from "../compatibility/check-compatibility.mjs";
import { copyCheckout } from "../proofs/copy-checkout.mjs";
import { Failure, ROOT, run } from "../tasks/command.mjs";
import { publishedPackages } from "../tasks/package-checks.mjs";
import { writeBill } from "./bill-of-materials.mjs";
import { sectionOf, withRelease } from "./changelog.mjs";
import { faultsOfChangesets, readChangesets } from "./changesets.mjs";
import { askGit, BRANCH } from "./refusals.mjs";
import { writeRelease } from "./shelf.mjs";

/**
 * @typedef {object} Prepared
 * @property {string} copy A checkout of its own, with the commit and the tag.
 * @property {string} version
 * @property {string} section What the changelog says of it.
 * @property {readonly import("../tasks/package-checks.mjs").Published[]} packages In the order in which they are published.
 */

/**
 * Does everything on a copy: versions, changelog, commit, tag, tarballs, bill of materials. Null when there is nothing to release, which is asked of rehearsals.
 * @param {{ isBuilt: boolean }} options `isBuilt`: the packages of the checkout have just been built, and that is taken.
 * @returns {Promise<Prepared | null>}
 */
export async function prepare({ isBuilt }) {
  const changesets = readChangesets(ROOT);
  if (changesets.length === 0) return null;
  const copy = await openCopy();
  const section = await commitVersion(copy, changesets);
  const shelf = join(copy, "tarballs");
  if (isBuilt) takeBuilt(copy);
  else await inCopy(copy, "pnpm", ["--recursive", "--if-present", "run", "build"]);
  const packages = publishedPackages(shelf, copy).toSorted((one, other) => one.level - other.level);
  for (const { folder } of packages)
    await inCopy(folder, "pnpm", ["pack", "--pack-destination", shelf]);
  await writeBill(shelf, packages);
  const prepared = { copy, version: versionOf(copy), section, packages };
  await writeRelease(shelf, prepared);
  return prepared;
}

/** All packages share one version. @param {string} root @returns {string} */
export const versionOf = (root) =>
  JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8")).version;

/**
 * The last commit, to the letter; with files that are not committed yet (or without a history) the files as they are, for a rehearsal.
 * @param {string} [root] Of a checkout.
 */
export async function openCopy(root = ROOT) {
  const copy = copyCheckout(root);
  await inCopy(copy, "git", ["init", "--quiet", "--initial-branch", BRANCH]);
  if ((await askGit(root, ["rev-parse", "HEAD"])) === "") return copy;
  await inCopy(copy, "git", ["fetch", "--quiet", "--update-shallow", root, "HEAD"]);
  const isClean = (await askGit(root, ["status", "--porcelain"])) === "";
  await inCopy(copy, "git", ["reset", "--quiet", isClean ? "--hard" : "--mixed", "FETCH_HEAD"]);
  // What git leaves out of the checkout, by .gitignore or by a list of its own, is in no commit.
  if (isClean) await inCopy(copy, "git", ["clean", "-ffdxq", "--exclude=node_modules"]);
  return copy;
}

/** @param {string} copy @param {readonly import("./changesets.mjs").Changeset[]} changesets @returns {Promise<string>} What the changelog says. */
async function commitVersion(copy, changesets) {
  const names = publishedPackages("", copy).map(({ name }) => name);
  const faults = faultsOfChangesets(changesets, names);
  if (faults.length > 0) throw new Failure(faults.join("\n"));
  await inCopy(copy, join(ROOT, "node_modules/.bin/changeset"), ["version"]);
  const version = versionOf(copy);
  const made = { version, date: new Date().toISOString().slice(0, 10), changesets };
  const changelog = join(copy, "CHANGELOG.md");
  writeFileSync(changelog, withRelease(readFileSync(changelog, "utf8"), made));
  keepReports(copy);
  await inCopy(copy, "git", ["add", "--all"]);
  const message = `release: ${version}`;
  await inCopy(copy, "git", [...(await author(copy)), "commit", "--quiet", "--message", message]);
  const tag = ["tag", "--annotate", `v${version}`, "--message", `v${version}`];
  await inCopy(copy, "git", [...(await author(copy)), ...tag]);
  return sectionOf(made);
}

/** Git refuses to commit for nobody, and a fresh machine knows nobody. @param {string} copy */
const author = async (copy) =>
  (await askGit(copy, ["config", "user.email"])) === ""
    ? ["-c", "user.name=release", "-c", "user.email=release@users.noreply.github.com"]
    : [];

/** @param {string} copy */
function takeBuilt(copy) {
  for (const { folder } of publishedPackages("", ROOT))
    cpSync(join(folder, "dist"), join(copy, "packages", basename(folder), "dist"), {
      recursive: true,
    });
}

/**
 * Nothing that is run here needs to publish: a dependency that has gone bad finds no token.
 * @param {string} cwd @param {string} program @param {readonly string[]} args
 */
export async function inCopy(cwd, program, args) {
  const { code, output } = await run(program, args, { cwd, quiet: true, env: withoutTokens() });
  if (code !== 0) throw new Failure(`${[program, ...args].join(" ")} failed:\n${output}`);
}

/** The names under which registries, GitHub and npm are told who somebody is. */
const TOKEN = /token|_auth|password|_otp$/i;

const withoutTokens = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !TOKEN.test(name)));

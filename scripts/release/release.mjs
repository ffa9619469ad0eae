import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { keepReports } from "../compatibility/check-compatibility.mjs";
import { copyCheckout } from "../proofs/copy-checkout.mjs";
import { Failure, mustRun, ROOT, run } from "../tasks/command.mjs";
import { publishedPackages } from "../tasks/package-checks.mjs";
import { writeBill } from "./bill-of-materials.mjs";
import { sectionOf, withRelease } from "./changelog.mjs";
import { faultsOfChangesets, readChangesets } from "./changesets.mjs";
import { publish, publishingOptions } from "./publish.mjs";
import { askGit, BRANCH, isTagged, refusalsOf } from "./refusals.mjs";

/**
 * @typedef {object} Prepared
 * @property {string} copy A checkout of its own, with the commit and the tag.
 * @property {string} version
 * @property {string} section What the changelog says of it; "" when the release was begun before.
 * @property {readonly import("../tasks/package-checks.mjs").Published[]} packages In the order in which they are published.
 */

const OPTIONS = /** @type {const} */ (["--dry-run", "--push"]);

/**
 * What a release was asked for. What is misspelt would publish for good, and so would what npm took for itself because no `--` stood before it.
 * @param {readonly string[]} args @param {Readonly<Record<string, string | undefined>>} env
 */
export function askedFor(args, env) {
  const unknown = args.find((arg) => !OPTIONS.some((option) => option === arg));
  if (unknown !== undefined)
    throw new Failure(`There is no option "${unknown}". There are: ${OPTIONS.join(", ")}.`);
  const swallowed = OPTIONS.find(
    (option) => env[`npm_config_${option.slice(2).replace("-", "_")}`],
  );
  if (swallowed)
    throw new Failure(`npm took ${swallowed} for itself: npm run release -- ${swallowed}`);
  return { rehearsal: args.includes("--dry-run"), push: args.includes("--push") };
}

/** @param {readonly string[]} args */
export async function release(args) {
  const { rehearsal, push } = askedFor(args, process.env);
  const refusals = await refusalsOf(ROOT, versionOf(ROOT));
  if (!rehearsal && refusals.length > 0) throw new Failure(refusals.join("\n"));
  const prepared = await prepare({ isBuilt: false });
  if (prepared) await showPlan(prepared);
  for (const refusal of refusals) console.log(`\nA release would be refused now. ${refusal}`);
  if (rehearsal) {
    console.log("\nNothing was changed and nothing was published.");
    return 0;
  }
  if (prepared) await carryOut(prepared, { push });
  return 0;
}

/**
 * Does everything on a copy: versions, changelog, commit, tag, tarballs, bill of materials. Null when there is nothing to release.
 * @param {{ isBuilt: boolean }} options `isBuilt`: the packages of the checkout have just been built, and that is taken.
 * @returns {Promise<Prepared | null>}
 */
export async function prepare({ isBuilt }) {
  const begun = await isTagged(ROOT, versionOf(ROOT));
  const changesets = readChangesets(ROOT);
  if (changesets.length === 0 && !begun) return null;
  const copy = await openCopy();
  const section = changesets.length === 0 ? "" : await commitVersion(copy, changesets);
  const shelf = join(copy, "tarballs");
  if (isBuilt) takeBuilt(copy);
  else await inCopy(copy, "pnpm", ["--recursive", "--if-present", "run", "build"]);
  const packages = publishedPackages(shelf, copy).toSorted((one, other) => one.level - other.level);
  for (const { folder } of packages)
    await inCopy(folder, "pnpm", ["pack", "--pack-destination", shelf]);
  await writeBill(shelf, packages);
  return { copy, version: versionOf(copy), section, packages };
}

/** All packages share one version. @param {string} root @returns {string} */
const versionOf = (root) =>
  JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8")).version;

/** The last commit, to the letter; with files that are not committed yet (or without a history) the files as they are, for a rehearsal. */
async function openCopy() {
  const copy = copyCheckout();
  await inCopy(copy, "git", ["init", "--quiet", "--initial-branch", BRANCH]);
  if ((await askGit(ROOT, ["rev-parse", "HEAD"])) === "") return copy;
  await inCopy(copy, "git", ["fetch", "--quiet", "--update-shallow", ROOT, "HEAD"]);
  const isClean = (await askGit(ROOT, ["status", "--porcelain"])) === "";
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

/** @param {string} cwd @param {string} program @param {readonly string[]} args */
async function inCopy(cwd, program, args) {
  const { code, output } = await run(program, args, { cwd, quiet: true, env: withoutTokens() });
  if (code !== 0) throw new Failure(`${[program, ...args].join(" ")} failed:\n${output}`);
}

/** Nothing that builds needs to publish: a dependency that has gone bad finds no token. */
const withoutTokens = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name !== "NODE_AUTH_TOKEN" && !name.startsWith("ACTIONS_ID_TOKEN_"),
    ),
  );

/** @param {Prepared} prepared */
async function showPlan({ copy, version, section, packages }) {
  const { registry, provenance } = await publishingOptions();
  const bill = JSON.parse(readFileSync(join(copy, "tarballs/sbom.cdx.json"), "utf8"));
  console.log(`\nRelease ${version}, from ${versionOf(ROOT)}\n`);
  if (section) console.log(section);
  console.log(`Tag: v${version}, on a commit "release: ${version}"`);
  console.log(`Bill of materials: sbom.cdx.json, ${bill.components.length} components`);
  console.log(`Registry: ${registry}`);
  console.log(
    `Access: public. Provenance: ${provenance ? "yes" : "no, only from GitHub Actions"}.`,
  );
  console.log("Published in this order:");
  for (const { name, tarball } of packages) {
    const kilobytes = Math.ceil(readFileSync(tarball).length / 1_000);
    console.log(`  ${name}@${version}`.padEnd(36), `${kilobytes} kB`.padStart(8));
  }
}

/** The commit and the tag come first: what breaks off afterwards is finished by the same command. @param {Prepared} prepared @param {{ push: boolean }} options */
async function carryOut({ copy, version, packages }, { push }) {
  const tag = `v${version}`;
  const shelf = join(ROOT, "tarballs");
  if (!(await isTagged(ROOT, version))) {
    await mustRun("git", ["fetch", "--quiet", copy, BRANCH, `refs/tags/${tag}:refs/tags/${tag}`]);
    await mustRun("git", ["merge", "--quiet", "--ff-only", tag]);
  }
  rmSync(shelf, { recursive: true, force: true });
  cpSync(join(copy, "tarballs"), shelf, { recursive: true });
  if (push) await mustRun("git", ["push", "--atomic", "origin", BRANCH, tag]);
  await publish(packages, version);
  const next = push ? "" : ` Now: git push --atomic origin ${BRANCH} ${tag}`;
  console.log(`\n${version} is published; the tarballs and sbom.cdx.json are in tarballs.${next}`);
}

import { join } from "node:path";
import { mustRun, ROOT } from "../tasks/command.mjs";
import { askGit, BRANCH } from "./refusals.mjs";
import { BUNDLE } from "./shelf.mjs";

/** @typedef {import("./shelf.mjs").Release} Release */

/** Brings the commit and the tag into a checkout of what they were made from. @param {Release} release @param {string} [root] @returns {Promise<string>} The tag. */
export async function fetchRelease({ folder, version }, root = ROOT) {
  const tag = `v${version}`;
  const ref = `refs/tags/${tag}`;
  const args = ["fetch", "--quiet", "--no-tags", join(folder, BUNDLE), `${ref}:${ref}`];
  await mustRun("git", args, { cwd: root });
  return tag;
}

/** Pushes the commit and the tag, both or neither; nothing when the tag is there. @param {Release} release @param {string} [root] */
export async function push(release, root = ROOT) {
  const tag = await fetchRelease(release, root);
  const ref = `refs/tags/${tag}`;
  const [there] = (await askGit(root, ["ls-remote", "origin", ref])).split("\t");
  if (there !== "" && there === (await askGit(root, ["rev-parse", ref]))) {
    console.log(`${tag} is there already`);
    return;
  }
  const args = ["push", "--quiet", "--atomic", "origin", `${tag}^{commit}:refs/heads/${BRANCH}`];
  await mustRun("git", [...args, ref], { cwd: root });
}

import { run } from "../tasks/command.mjs";
import { readChangesets } from "./changesets.mjs";

/** The branch that releases are made from. */
export const BRANCH = "main";

/** @param {string} folder @param {readonly string[]} args @returns {Promise<string>} What git prints; "" when it fails. */
export async function askGit(folder, args) {
  const { code, stdout } = await run("git", ["-C", folder, ...args], { quiet: true });
  return code === 0 ? stdout.trim() : "";
}

/**
 * Why no release can be made from a checkout, a sentence each.
 * @param {string} folder @param {string} version What its packages say. @returns {Promise<readonly string[]>}
 */
export async function refusalsOf(folder, version) {
  const branch = await askGit(folder, ["rev-parse", "--abbrev-ref", "HEAD"]);
  if (branch === "")
    return ["This folder has no git history, and a release is a commit and a tag."];
  const changed = await askGit(folder, ["status", "--porcelain"]);
  const waiting = readChangesets(folder).length > 0;
  return [
    ...(changed === ""
      ? []
      : ["Some files are changed and not committed: commit them, or put them aside."]),
    ...(branch === BRANCH
      ? []
      : [`This is the branch "${branch}", and releases are made from "${BRANCH}".`]),
    ...(waiting || (await isTagged(folder, version))
      ? []
      : [
          "No changeset waits in .changeset, so there is nothing to release: add one with `npx changeset`.",
        ]),
  ];
}

/** Whether the commit of a release is checked out: then the release was begun here, and is finished. @param {string} folder @param {string} version */
export async function isTagged(folder, version) {
  const tags = await askGit(folder, ["tag", "--points-at", "HEAD"]);
  return tags.split("\n").includes(`v${version}`);
}

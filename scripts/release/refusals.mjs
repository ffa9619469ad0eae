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
 * @param {string} folder @returns {Promise<readonly string[]>}
 */
export async function refusalsOf(folder) {
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
    ...(await refusalsOfOrigin(folder)),
    ...(waiting
      ? []
      : [
          "No changeset waits in .changeset, so there is nothing to release: add one with `npx changeset`. A release that broke off is finished by `npm run release -- --publish`.",
        ]),
  ];
}

/** A release from an old checkout would publish what is not the newest, under a version that another checkout may have begun. @param {string} folder */
async function refusalsOfOrigin(folder) {
  const [newest = ""] = (
    await askGit(folder, ["ls-remote", "origin", `refs/heads/${BRANCH}`])
  ).split("\t");
  if (newest === "") return [];
  const { code } = await run("git", ["-C", folder, "merge-base", "--is-ancestor", newest, "HEAD"], {
    quiet: true,
  });
  return code === 0
    ? []
    : [`"${BRANCH}" of origin has commits that are not here: pull them first.`];
}

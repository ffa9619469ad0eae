import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readChangesets } from "../release/changesets.mjs";
import { ROOT } from "../tasks/command.mjs";
import { breaksBetween } from "./compare-reports.mjs";
import { readReports } from "./read-reports.mjs";

/** @typedef {import("./compare-reports.mjs").Break} Break */
/** @typedef {import("../release/changesets.mjs").Changeset} Changeset */

const REPORTS = "docs/api";
const RELEASED = "docs/api/released";
const LEVELS = ["patch", "minor", "major"];

/** Compares the reports with those of the last release, and what breaks with the changesets. @returns {string | null} What nobody was told of. */
export function checkCompatibility(root = ROOT) {
  const released = readReports(join(root, RELEASED));
  if (released.size === 0)
    return `${RELEASED} has no reports, so there is nothing to compare with. It is kept by each release and belongs to the repository.`;
  const breaks = breaksBetween(released, readReports(join(root, REPORTS)));
  const version = JSON.parse(
    readFileSync(join(root, "packages/core/package.json"), "utf8"),
  ).version;
  return untold(breaks, { changesets: readChangesets(root), version });
}

/** The reports become those of the last release. @param {string} root */
export function keepReports(root) {
  rmSync(join(root, RELEASED), { recursive: true, force: true });
  mkdirSync(join(root, RELEASED), { recursive: true });
  for (const name of readdirSync(join(root, REPORTS)).filter((each) => each.endsWith(".api.md")))
    cpSync(join(root, REPORTS, name), join(root, RELEASED, name));
}

/**
 * The breaks that no changeset says what to do about, ready to be read; null when all are told of.
 * @param {readonly Break[]} breaks @param {{ changesets: readonly Changeset[], version: string }} release `version` is the last one.
 */
export function untold(breaks, { changesets, version }) {
  // Of 0.x, a minor is what package managers do not bring by themselves.
  const level = version.startsWith("0.") ? "minor" : "major";
  const left = breaks.filter((each) => !changesets.some((one) => tells(one, each, level)));
  if (left.length === 0) return null;
  return [
    `These changes break applications that upgrade. Undo them, or say in a changeset that is ${level} for the package what to do about them: its last paragraph begins with "To do:" and names what is in backticks.`,
    ...left.map(
      ({ entry, name, what, culprits }) =>
        `  ${entry} ${name}: ${what} (${culprits.map(quoted).join(", ")})`,
    ),
  ].join("\n");
}

/** @param {string} key `entry#name` */
const quoted = (key) => `\`${key.split("#")[1]}\` of ${key.split("#")[0]}`;

/** @param {Changeset} changeset @param {Break} broken @param {string} level */
function tells({ bumps, toDo }, { entry, name, culprits }, level) {
  const words = new Set(toDo?.match(/[\w$]+/g));
  return [`${entry}#${name}`, ...culprits].some((key) => {
    const [, packageName = "", changed = ""] = /^(@acme\/[^/#]+)[^#]*#(.*)$/.exec(key) ?? [];
    const bump = bumps[packageName] ?? "";
    return LEVELS.indexOf(bump) >= LEVELS.indexOf(level) && words.has(changed);
  });
}

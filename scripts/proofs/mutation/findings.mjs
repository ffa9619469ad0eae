import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {import("./shapes.js").Finding} Finding */
/** @typedef {import("./shapes.js").Mutant} Mutant */

/**
 * What earlier runs found out, kept in a folder. A finding holds while the mutated file and the test
 * files that it rests on are the same, as in Stryker's incremental mode.
 * @param {{ folder: string, root: string }} given
 */
export function keptFindings({ folder, root }) {
  const path = join(folder, "findings.json");
  /** @type {Record<string, Finding>} */
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const versions = new Map();
  const versionOf = (/** @type {string} */ file) => {
    const known = versions.get(file) ?? `${file}@${hashOf(readFileSync(join(root, file), "utf8"))}`;
    versions.set(file, known);
    return known;
  };
  const isCurrent = (/** @type {string} */ version) => {
    const file = version.slice(0, version.lastIndexOf("@"));
    return existsSync(join(root, file)) && versionOf(file) === version;
  };
  const keyOf = (/** @type {Mutant} */ { file, range, replacement }) =>
    `${versionOf(file)} ${range.join("-")} ${hashOf(replacement)}`;
  return {
    versionOf,
    /** What a mutant has met. @param {Pick<import("./shapes.js").TestsOfFile, "file" | "reload">} tests */
    markOf: ({ file, reload }) => versionOf(file) + (reload ? " loaded anew" : ""),
    /** What is still true of a mutant; undefined when nothing is. @param {Mutant} mutant */
    find(mutant) {
      const finding = kept[keyOf(mutant)];
      return finding?.by === undefined || isCurrent(finding.by) ? finding : undefined;
    },
    /** @param {Mutant} mutant @param {Finding} finding */
    keep: (mutant, finding) => void (kept[keyOf(mutant)] = finding),
    save: () => writeFileSync(path, JSON.stringify(kept)),
  };
}

/** @param {string} content */
export const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 16);

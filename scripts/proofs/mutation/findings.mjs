import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {import("./shapes.js").Finding} Finding */
/** @typedef {import("./shapes.js").Mutant} Mutant */

/**
 * What earlier runs found out, kept in a folder. A finding holds while the mutated file is the same
 * and every line of the test file that noticed the mutant is still there: tests that come to it take
 * nothing away. A survivor meets a test file again as soon as a byte of it has changed.
 * @param {{ folder: string, root: string }} given
 */
export function keptFindings({ folder, root }) {
  const path = join(folder, "findings.json");
  /** @type {Record<string, Finding>} */
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const texts = join(folder, "tests");
  mkdirSync(texts, { recursive: true });
  const versions = new Map();
  const versionOf = (/** @type {string} */ file) => {
    const known = versions.get(file) ?? `${file}@${hashOf(readFileSync(join(root, file), "utf8"))}`;
    versions.set(file, known);
    return known;
  };
  const currency = new Map();
  const isCurrent = (/** @type {string} */ version) => {
    const known = currency.get(version) ?? hasEveryLineOf(version);
    currency.set(version, known);
    return known;
  };
  const hasEveryLineOf = (/** @type {string} */ version) => {
    const [file, hash] = splitVersion(version);
    if (!existsSync(join(root, file))) return false;
    if (versionOf(file) === version) return true;
    const before = join(texts, hash);
    return (
      existsSync(before) &&
      hasLinesInOrder(readFileSync(join(root, file), "utf8"), readFileSync(before, "utf8"))
    );
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
    keep(mutant, finding) {
      kept[keyOf(mutant)] = finding;
      if (finding.by === undefined) return;
      const [file, hash] = splitVersion(finding.by);
      const copy = join(texts, hash);
      if (!existsSync(copy)) copyFileSync(join(root, file), copy);
    },
    save: () => writeFileSync(path, JSON.stringify(kept)),
  };
}

/** @param {string} version @returns {[file: string, hash: string]} */
function splitVersion(version) {
  const at = version.lastIndexOf("@");
  return [version.slice(0, at), version.slice(at + 1)];
}

const IMPORTS = /^import [^;]*;\n/gm;

/** Whether a test file still has every line of an earlier one, in the same order; what it imports does not count. @param {string} text @param {string} earlier */
export function hasLinesInOrder(text, earlier) {
  const lines = text.replaceAll(IMPORTS, "").split("\n");
  let from = 0;
  return earlier
    .replaceAll(IMPORTS, "")
    .split("\n")
    .every((line) => {
      from = lines.indexOf(line, from) + 1;
      return from > 0;
    });
}

/** @param {string} content */
export const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 16);

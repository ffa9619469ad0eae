import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../tasks/command.mjs";

/** @typedef {import("./shapes.js").Finding} Finding */
/** @typedef {import("./shapes.js").Mutant} Mutant */
/**
 * What is committed: the versions of the test files, and by the version of each source the findings of its mutants. A finding is its status, the place of the test file
 * that noticed it among those versions, or else -1 and the places of those that did not; what was met with every module loaded anew is half a place further.
 * @typedef {{ readonly tests: readonly string[], readonly sources: Readonly<Record<string, Readonly<Record<string, readonly [status: string, by: number, ...met: number[]]>>>> }} Written
 */

/** It is committed, so that a run judges nothing but what has changed since. */
const FINDINGS = join(ROOT, "scripts/proofs/mutation/findings.json");
const RELOADED = " loaded anew";

/**
 * What earlier runs found out, kept in a file that is committed. A finding holds while the mutated file is the same
 * and every line of the test file that noticed the mutant is still there: tests that come to it take
 * nothing away. A survivor meets a test file again as soon as a byte of it has changed.
 * @param {{ root: string, path?: string }} given `root` is the folder of the sources.
 */
export function keptFindings({ root, path = FINDINGS }) {
  const kept = existsSync(path) ? decode(JSON.parse(readFileSync(path, "utf8"))) : new Map();
  const versionOf = remembered((/** @type {string} */ file) => {
    const content = readFileSync(join(root, file));
    return `${file}@${blobOf(content)}`;
  });
  const isCurrent = remembered((/** @type {string} */ version) => {
    const [file, blob] = splitVersion(version);
    if (!existsSync(join(root, file))) return false;
    return (
      versionOf(file) === version ||
      hasLinesInOrder(readFileSync(join(root, file), "utf8"), contentOf(blob))
    );
  });
  const ofSource = (/** @type {string} */ file) => {
    const known = kept.get(versionOf(file)) ?? new Map();
    kept.set(versionOf(file), known);
    return known;
  };
  return {
    versionOf,
    /** What a mutant has met. @param {Pick<import("./shapes.js").TestsOfFile, "file" | "reload">} tests */
    markOf: ({ file, reload }) => versionOf(file) + (reload ? RELOADED : ""),
    /** What is still true of a mutant; undefined when nothing is. @param {Mutant} mutant @returns {Finding | undefined} */
    find(mutant) {
      const finding = ofSource(mutant.file).get(keyOf(mutant));
      return finding?.by === undefined || isCurrent(finding.by) ? finding : undefined;
    },
    /** @param {Mutant} mutant @param {Finding} finding */
    keep: (mutant, finding) => void ofSource(mutant.file).set(keyOf(mutant), finding),
    save() {
      const current = [...kept].filter(([version]) => {
        const [file] = splitVersion(version);
        return existsSync(join(root, file)) && versionOf(file) === version;
      });
      writeFileSync(path, write(encode(current)));
    },
  };
}

/** @param {Mutant} mutant */
const keyOf = ({ range, replacement }) => `${range.join("-")} ${hashOf(replacement).slice(0, 8)}`;

/** @param {readonly (readonly [source: string, findings: ReadonlyMap<string, Finding>])[]} kept @returns {Written} */
function encode(kept) {
  const tests = /** @type {string[]} */ ([]);
  const placeOf = (/** @type {string} */ mark) => {
    const version = mark.replace(RELOADED, "");
    if (!tests.includes(version)) tests.push(version);
    return tests.indexOf(version) + (mark.endsWith(RELOADED) ? 0.5 : 0);
  };
  const sources = kept
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([source, findings]) => [
      source,
      Object.fromEntries(
        [...findings].map(([key, { status, by, met }]) => [
          key,
          by === undefined ? [status, -1, ...met.map(placeOf)] : [status, placeOf(by)],
        ]),
      ),
    ]);
  return { tests, sources: Object.fromEntries(sources) };
}

/** @param {Written} written @returns {Map<string, Map<string, Finding>>} */
function decode({ tests, sources }) {
  const markAt = (/** @type {number} */ place) =>
    `${tests[Math.floor(place)] ?? ""}${Number.isInteger(place) ? "" : RELOADED}`;
  const findingOf = (/** @type {Written["sources"][string][string]} */ [status, by, ...met]) =>
    /** @type {Finding} */ ({
      status,
      met: met.map(markAt),
      ...(by !== -1 && { by: markAt(by) }),
    });
  return new Map(
    Object.entries(sources).map(([source, findings]) => [
      source,
      new Map(Object.entries(findings).map(([key, finding]) => [key, findingOf(finding)])),
    ]),
  );
}

/** A line for each source, so that a change of one shows as one. @param {Written} written */
function write({ tests, sources }) {
  const rows = Object.entries(sources).map(
    ([source, findings]) => `${JSON.stringify(source)}:${JSON.stringify(findings)}`,
  );
  return `{"tests":${JSON.stringify(tests)},\n"sources":{\n${rows.join(",\n")}\n}}\n`;
}

/** @template T @param {(key: string) => T} find @returns {(key: string) => T} */
function remembered(find) {
  const known = /** @type {Map<string, T>} */ (new Map());
  return (key) => {
    const value = known.get(key) ?? find(key);
    known.set(key, value);
    return value;
  };
}

/** @param {string} version @returns {[file: string, blob: string]} */
function splitVersion(version) {
  const at = version.lastIndexOf("@");
  return [version.slice(0, at), version.slice(at + 1)];
}

/** The name that Git gives to a content. @param {Buffer} content */
const blobOf = (content) =>
  createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");

/** What Git knows under a name; nothing that any file has, when it does not know it. @param {string} blob */
function contentOf(blob) {
  const found = spawnSync("git", ["cat-file", "blob", blob], { cwd: ROOT, encoding: "utf8" });
  return found.status === 0 ? found.stdout : "\0";
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

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What waits in `.changeset`: the part of a release that its users read.
 * @typedef {object} Changeset
 * @property {string} file
 * @property {Readonly<Record<string, string>>} bumps `major`, `minor` or `patch`, by the name of the package.
 * @property {string} what What changed.
 * @property {string | null} toDo What whoever upgrades has to do; null when nothing.
 */

const BUMPS = ["major", "minor", "patch"];
const CHANGESET = /^---\n(?<bumps>[^]*?)^---\n(?<text>[^]*)$/m;
const BUMP = /^["']?(?<name>[^"'\n]+?)["']?: *(?<bump>\w+)$/gm;
const TO_DO = "To do: ";
/** Words that ask something of the reader. */
const ASKS = /run the migrations|what to do:|\bof your own(?::| needs?\b)/i;

/** @param {string} root @returns {readonly Changeset[]} By file name. */
export function readChangesets(root) {
  const folder = join(root, ".changeset");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .sort()
    .map((file) => readChangeset(file, readFileSync(join(folder, file), "utf8")));
}

/** @param {string} file @param {string} source @returns {Changeset} */
export function readChangeset(file, source) {
  const { bumps = "", text = "" } = CHANGESET.exec(source)?.groups ?? {};
  const paragraphs = text.trim().split(/\n{2,}/);
  const at = paragraphs.findIndex((paragraph) => paragraph.startsWith(TO_DO));
  return {
    file,
    bumps: Object.fromEntries(
      Array.from(bumps.matchAll(BUMP), ({ groups }) => [groups?.["name"], groups?.["bump"]]),
    ),
    what: paragraphs.slice(0, at === -1 ? undefined : at).join("\n\n"),
    toDo: at === -1 ? null : paragraphs.slice(at).join("\n\n").slice(TO_DO.length),
  };
}

/**
 * Why a changeset cannot stand in the changelog as it is.
 * @param {readonly Changeset[]} changesets @param {readonly string[]} packages The names of what is published. @returns {readonly string[]}
 */
export const faultsOfChangesets = (changesets, packages) =>
  changesets.flatMap((changeset) =>
    faultsOf(changeset, packages).map((fault) => `.changeset/${changeset.file}: ${fault}`),
  );

/** @param {Changeset} changeset @param {readonly string[]} packages @returns {readonly string[]} */
function faultsOf({ bumps, what, toDo }, packages) {
  const named = Object.entries(bumps);
  const text = toDo === null ? what : `${what}\n\n${toDo}`;
  return [
    ...(named.length === 0 ? ["name the packages that change"] : []),
    ...named
      .filter(([name]) => !packages.includes(name))
      .map(([name]) => `"${name}" is not published from here`),
    ...named
      .filter(([, bump]) => !BUMPS.includes(bump))
      .map(([name, bump]) => `"${bump}" of ${name} is not major, minor or patch`),
    ...(what === "" ? ["say what changed"] : []),
    ...(/^#/m.test(text) ? ["a heading would cut the changelog in two"] : []),
    ...(/[.:!?)`]$/.test(text) ? [] : ["end with a whole sentence"]),
    ...(toDo?.includes("\n\n") ? [`nothing follows what to do: it is the last paragraph`] : []),
    ...(ASKS.test(what) ? [`put what to do behind "${TO_DO.trim()}", in the last paragraph`] : []),
    ...(named.some(([, bump]) => bump === "major") && toDo === null
      ? [`a major change says what to do: a last paragraph that begins with "${TO_DO.trim()}"`]
      : []),
  ];
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Block
 * @property {string} page The name of the page, without `.md`.
 * @property {number} line The line of the page on which the text begins.
 * @property {string} language
 * @property {string | null} file The file that the reader writes it to: the comment in its first
 * line, `// src/app.ts`, or behind the `---` with which a component of Astro begins.
 * @property {"checked" | "background" | "slow" | "no-run"} mode `slow`: run by a proof and not by
 * the check.
 * @property {string} text
 */
/** @typedef {{ blocks: readonly Block[], faults: readonly string[] }} Page */

/** What can be checked here. A block in any other language says `no-run`, and why. */
const CHECKED = ["ts", "tsx", "sh", "json"];
/** What a reader sees on a screen, and diagrams, which are generated: nothing to check in them. */
const SHOWN = ["text", "mermaid"];
const FENCE = /^```(?<language>\S*)(?: (?<mark>.*))?\n(?<text>[^]*?)^```$/gm;
const INDENTED_FENCE = /^[ \t>]+```/m;
const NAMED_FILE =
  /^(?:---\n)?(?:\/\/|#|<!--) (?<file>[\w.+$()@/[\]-]+\.\w+|Dockerfile)(?: -->)?\n/;

/** Reads every page of a folder. @param {string} folder @returns {readonly Page[]} */
export const readPages = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => readPage(name.replace(/\.md$/, ""), readFileSync(join(folder, name), "utf8")));

/** @param {string} page @param {string} text @returns {Page} */
export function readPage(page, text) {
  const read = Array.from(text.matchAll(FENCE), (match) => {
    const { language = "", mark = "", text: body = "" } = match.groups ?? {};
    const line = text.slice(0, match.index).split("\n").length + 1;
    const named = NAMED_FILE.exec(body)?.groups?.["file"] ?? null;
    const block = { page, line, language, file: named, mode: modeOf(mark), text: body };
    return { block, fault: faultOf(block, mark) };
  });
  return {
    blocks: read.map(({ block }) => block),
    faults: [
      ...(INDENTED_FENCE.test(text)
        ? [`${page}.md: a block that is indented is not found. Begin it at the margin.`]
        : []),
      ...read.flatMap(({ fault }) => (fault === null ? [] : [fault])),
    ],
  };
}

/** @param {string} mark @returns {Block["mode"]} */
const modeOf = (mark) =>
  mark.startsWith("no-run")
    ? "no-run"
    : mark === "background" || mark === "slow"
      ? mark
      : "checked";

/** @param {Block} block @param {string} mark @returns {string | null} */
function faultOf({ page, line, language, mode }, mark) {
  const here = `${page}.md:${line}:`;
  if (mark.includes("`")) return `${here} with a backquote in its mark, GitHub shows no block.`;
  if (mode === "no-run")
    return /^no-run: \S+ \S+/.test(mark) ? null : `${here} say why: \`no-run: the reason\`.`;
  if (mode === "checked" ? mark !== "" : language !== "sh")
    return `${here} "${mark}" is no mark of a block in ${language}.`;
  if (SHOWN.includes(language) || CHECKED.includes(language)) return null;
  return `${here} a block in "${language}" cannot be checked: mark it \`no-run: the reason\`.`;
}

import { anchorOf } from "./addresses.mjs";
import { namedRows } from "./named-rows.mjs";

const HEADING = /^(#{1,6}) (.+?)(?: \{#([^}]+)\})?$/;
/** What a reader does not see. */
const MARKS = /[*`|]+|<[^>]*>|!?\[|\]\([^)]*\)|:?-{3,}:?/g;
/** What is in angle brackets in code is to be filled in, and is no tag. */
const FILLED_IN = /`[^`]*`/g;
/** Other words for what a section is about: `<!-- search: brute force -->`. */
const OTHER_WORDS = /^<!-- search: (.+) -->$/;
/** Other words weigh as much as if the text had them as often. */
const MENTIONS = 4;

/**
 * @typedef {object} Section
 * @property {string} anchor
 * @property {string[]} titles Of the headings above it, and its own last.
 * @property {string} text
 */

/**
 * The sections of a page that a search finds, each with the headings it stands under. A row of a
 * reference that has a name is a section of its own.
 * @param {string} path Below `docs`. @param {string} text
 * @returns {Section[]}
 */
export function searchSections(path, text) {
  const rowOf = namedRows(path);
  return sectionsOf(text).flatMap(({ anchor, titles, lines }) => {
    const read = lines.map((line) => ({ line, row: rowOf(line) }));
    const own = read.flatMap(({ line, row }) => (row === null ? [line] : []));
    const words = [
      ...lines.flatMap((line) => OTHER_WORDS.exec(line)?.[1] ?? []),
      ...(isLibrary(path) ? calledAs(titles) : []),
    ];
    const said = Array(MENTIONS).fill(words.join(" ")).join(" ");
    const rows = read.flatMap(({ row }) => row ?? []);
    return [
      {
        anchor,
        titles,
        text: plain([...(isLibrary(path) ? firstWords(own) : own), said].join(" ")),
      },
      ...rows.map(({ name, rest, anchor }) => ({
        anchor,
        titles: [...titles, name],
        text: plain(rest),
      })),
    ];
  });
}

/**
 * Of the reference of the library only the names of its headings, and what is said of them first,
 * are looked for.
 * @param {string} path
 */
const isLibrary = (path) => path.startsWith("library/");

/**
 * How a method is called, as far as it is typed into a search: `users.suspend`.
 * @param {readonly string[]} titles
 */
function calledAs([namespace = "", method]) {
  const name = /^auth\.(\w+)$/.exec(namespace)?.[1];
  return name !== undefined && method?.endsWith("()") ? [`${name}.${method.slice(0, -2)}`] : [];
}

/** @param {string} text */
function sectionsOf(text) {
  const sections = /** @type {{ anchor: string, titles: string[], lines: string[] }[]} */ ([]);
  const above = /** @type {string[]} */ ([]);
  const seen = /** @type {Map<string, number>} */ (new Map());
  for (const [line, heading] of headingsIn(text)) {
    const [, marks = "", title = "", id] = heading ?? [];
    if (marks === "") {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    above.splice(marks.length - 1, Infinity, plain(title));
    const anchor = marks === "#" ? "" : (id ?? uniqueAnchor(title, seen));
    sections.push({ anchor, titles: above.filter((each) => each !== undefined), lines: [] });
  }
  return sections;
}

/**
 * The lines of a text, each with what makes it a heading: in a block of code, nothing does.
 * @param {string} text
 */
function headingsIn(text) {
  let isCode = false;
  return text.split("\n").map((line) => {
    if (line.startsWith("```")) isCode = !isCode;
    return /** @type {const} */ ([line, isCode ? null : HEADING.exec(line)]);
  });
}

/** @param {string} title @param {Map<string, number>} seen */
function uniqueAnchor(title, seen) {
  const anchor = anchorOf(title);
  const count = seen.get(anchor) ?? 0;
  seen.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}

/** @param {readonly string[]} lines */
const firstWords = (lines) => lines.filter((line) => /^[A-Z]/.test(line)).slice(0, 1);

/** @param {string} text */
const plain = (text) =>
  text
    .replace(FILLED_IN, (code) => code.replace(/</g, "‹").replace(/>/g, "›"))
    .replace(/\\/g, "")
    .replace(MARKS, " ")
    .replace(/\s+/g, " ")
    .trim();

import { anchorOf } from "./addresses.mjs";

/** A row of a table that begins with a name in code: a variable, an error, a command, an event. */
const ROW = /^\| `(?<name>[^`]+)` \|(?<rest>.*)\|$/;
const ROWS = new RegExp(ROW, "gm");

/** Pages of reference, whose tables are looked up by the names in their first column. */
const isReference = (/** @type {string} */ path) => !path.includes("/");

/**
 * The rows of a page that can be linked to, by their names. A name that comes again has none.
 * @param {string} path Below `docs`.
 * @returns {(line: string) => { name: string, rest: string, anchor: string } | null}
 */
export function namedRows(path) {
  const seen = new Set();
  return (line) => {
    const { name, rest = "" } = (isReference(path) && ROW.exec(line)?.groups) || {};
    const anchor = `row-${anchorOf(name ?? "")}`;
    if (name === undefined || seen.has(anchor)) return null;
    seen.add(anchor);
    return { name, rest, anchor };
  };
}

/**
 * The text of a page whose named rows have anchors.
 * @param {string} path Below `docs`.
 * @param {string} text
 */
export function withRowAnchors(path, text) {
  const rowOf = namedRows(path);
  return text.replace(ROWS, (line) => {
    const row = rowOf(line);
    return row === null ? line : line.replace("| ", `| <a id="${row.anchor}"></a>`);
  });
}

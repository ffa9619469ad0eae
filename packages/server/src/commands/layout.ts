import { printable } from "../config/printable.js";

/** Rows in columns. Nothing in a cell is interpreted by the terminal. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** What a person copies: no line of it is broken. */
export interface Verbatim {
  readonly verbatim: string;
}

/** A part of what a command tells a person. */
export type Part = string | Table | Verbatim;

/**
 * A command that ends a line is kept whole: half of one does something else. Its usage, with
 * brackets, is not to be copied. What is quoted for a shell (`shellWord`) is kept whole too.
 */
const WORDS =
  /auth-server (?:[^.[]|\.\S)*$|'[^']*'(?:\\''[^']*')*\S*|"\$\(printf '[^']*'\)"\S*|\S+/g;
/**
 * The words or the number in front of the text of a line, as in `ok       database: …`, or else its
 * indent.
 */
const MARGIN = /^(?: *\S(?:\S| (?! ))* {2,}| *(?:\d\. )?)/;

/** What a stream to a terminal says of it. */
export type Width = Partial<Pick<NodeJS.WriteStream, "isTTY" | "columns">>;

/**
 * Returns how wide the terminal is to which a stream leads; null where there is none, or where it
 * does not say.
 */
export const columnsOf = ({ isTTY, columns = 0 }: Width): number | null =>
  isTTY && columns > 0 ? columns : null;

/**
 * Returns the parts with an empty line between them.
 * @param columns How wide the terminal is: lines are broken between words, and a table that is
 * wider shows one row below the other. Null where no person reads.
 */
export function layOut(text: Part | readonly Part[], columns: number | null): string {
  const parts: readonly Part[] = isPart(text) ? [text] : text;
  return parts.map((part) => partText(part, columns)).join("\n\n");
}

const isPart = (text: Part | readonly Part[]): text is Part => !Array.isArray(text);

function partText(part: Part, columns: number | null): string {
  if (typeof part !== "string")
    return "verbatim" in part ? part.verbatim : tableText(part, columns);
  if (columns === null) return part;
  return part
    .split("\n")
    .map((line) => wrapped(line, columns))
    .join("\n");
}

/** Breaks a line between words. What follows stands below the first word of its text. */
function wrapped(line: string, columns: number): string {
  if (line.length <= columns) return line;
  const [margin = ""] = MARGIN.exec(line) ?? [];
  const indent = " ".repeat(margin.length < columns / 2 ? margin.length : 0);
  const lines = [margin];
  for (const word of line.slice(margin.length).match(WORDS) ?? []) {
    const last = lines.at(-1) ?? "";
    const isFirst = last === margin || last === indent;
    const longer = isFirst ? `${last}${word}` : `${last} ${word}`;
    if (longer.length <= columns || isFirst) lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines.join("\n");
}

function tableText({ head, rows }: Table, columns: number | null): string {
  const cells = rows.map((row) => row.map((cell) => printable(String(cell ?? "–"))));
  const inColumns = columnsText([head, ...cells]);
  const widest = Math.max(...inColumns.split("\n").map(({ length }) => length));
  return columns === null || widest <= columns ? inColumns : recordsText(head, cells);
}

function columnsText(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One row below the other, with a line for each cell. */
const recordsText = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.map((row) => columnsText(head.map((name, index) => [name, row[index] ?? ""]))).join("\n\n");

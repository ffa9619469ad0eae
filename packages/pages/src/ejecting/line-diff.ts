/** A line of a comparison: in both texts, in the first only, or in the second only. */
interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** Lines around a change that are shown with it. */
const CONTEXT = 3;

/**
 * Compares two texts line by line. Returns the hunks of a unified diff; empty where the texts are
 * the same.
 */
export function lineDiff(before: string, after: string): string {
  if (before === after) return "";
  const lines = compared(before.split("\n"), after.split("\n"));
  return hunksOf(lines)
    .map(([start, end]) => hunkText(lines, start, end))
    .join("\n");
}

/** Compares by the longest common subsequence of lines. */
function compared(before: readonly string[], after: readonly string[]): readonly Line[] {
  const common = commonLengths(before, after);
  const commonFrom = (one: number, other: number): number => common[one]?.[other] ?? 0;
  const lines: Line[] = [];
  let at = 0;
  for (const [index, text] of before.entries()) {
    // What is new comes first while it leaves as much in common.
    while (
      at < after.length &&
      after[at] !== text &&
      commonFrom(index, at + 1) > commonFrom(index + 1, at)
    )
      lines.push({ sign: "+", text: after[at++] ?? "" });
    const isKept = at < after.length && after[at] === text;
    lines.push({ sign: isKept ? " " : "-", text });
    if (isKept) at++;
  }
  return [...lines, ...after.slice(at).map((text) => ({ sign: "+" as const, text }))];
}

/** How many lines are common from a line of each on. */
function commonLengths(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly number[])[] {
  const rows: number[][] = [new Array<number>(after.length + 1).fill(0)];
  for (const line of [...before].reverse()) {
    const below = rows[0] ?? [];
    const row = new Array<number>(after.length + 1).fill(0);
    for (let at = after.length - 1; at >= 0; at--)
      row[at] =
        after[at] === line ? (below[at + 1] ?? 0) + 1 : Math.max(below[at] ?? 0, row[at + 1] ?? 0);
    rows.unshift(row);
  }
  return rows;
}

/** Where each run of changes begins and ends, with what is shown around it. */
function hunksOf(lines: readonly Line[]): readonly (readonly [start: number, end: number])[] {
  const hunks: [start: number, end: number][] = [];
  for (const [at, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    const [start, end] = [Math.max(0, at - CONTEXT), Math.min(lines.length, at + CONTEXT + 1)];
    const last = hunks.at(-1);
    if (last && start <= last[1]) last[1] = end;
    else hunks.push([start, end]);
  }
  return hunks;
}

function hunkText(lines: readonly Line[], start: number, end: number): string {
  const shown = lines.slice(start, end);
  const range = (sign: "-" | "+"): string => {
    const isIn = (line: Line): boolean => line.sign === " " || line.sign === sign;
    return `${sign}${lines.slice(0, start).filter(isIn).length + 1},${shown.filter(isIn).length}`;
  };
  const text = shown.map((line) => `${line.sign}${line.text}`);
  return [`@@ ${range("-")} ${range("+")} @@`, ...text].join("\n");
}

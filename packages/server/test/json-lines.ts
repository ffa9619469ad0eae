import { existsSync, readFileSync } from "node:fs";

/** What other processes append to a file, a JSON value on each line. A line that is still being written has no end yet, and is left for the next time. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- what a caller expects of the JSON
export function readJsonLines<T>(path: string): readonly T[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as T);
}

import { existsSync, readFileSync } from "node:fs";
import { parseJson, type Shape, type Shaped } from "@acme/auth-testing/read-json";

/**
 * What other processes append to a file, a JSON value of that shape on each line. A line that is
 * still being written has no end yet, and is left for the next time.
 */
export function readJsonLines<const S extends Shape>(path: string, shape: S): readonly Shaped<S>[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => parseJson(line, shape));
}

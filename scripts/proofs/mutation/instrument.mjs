import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** @typedef {import("./shapes.js").Mutant} Mutant */
/** @typedef {{ readonly line: number, readonly column: number }} Position Both count from 0. */

/**
 * Puts every mutant of the files into them, each behind a switch.
 * @param {{ tools: string, checkout: string, files: readonly string[] }} given
 * @returns {Promise<Mutant[]>}
 */
export async function instrument({ tools, checkout, files }) {
  const require = createRequire(join(tools, "package.json"));
  const { Instrumenter } = await import(
    pathToFileURL(require.resolve("@stryker-mutator/instrumenter")).href
  );
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, isDebugEnabled: () => false };
  const sources = files.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(checkout, name), "utf8"),
  }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const result = await new Instrumenter(log).instrument(sources, options);
  for (const { name, content } of result.files) writeFileSync(join(checkout, name), content);
  const textOf = new Map(sources.map(({ name, content }) => [name, content]));
  return result.mutants.map((/** @type {any} */ mutant) =>
    placed(mutant, textOf.get(mutant.fileName) ?? ""),
  );
}

/**
 * @param {{ id: string, fileName: string, replacement: string, location: { start: Position, end: Position } }} mutant
 * @param {string} text
 * @returns {Mutant}
 */
function placed({ id, fileName, location, replacement }, text) {
  const lines = text.split("\n");
  const offset = (/** @type {Position} */ { line, column }) =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column);
  const [start, end] = [offset(location.start), offset(location.end)];
  const original = text.slice(start, end);
  return {
    id,
    file: fileName,
    line: location.start.line + 1,
    original,
    replacement,
    range: [start, end],
  };
}

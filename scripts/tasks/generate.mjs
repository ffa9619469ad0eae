import { run } from "./command.mjs";

export const GENERATOR = "scripts/generate.mjs";

/** Writes the documents that are derived from the sources; with `--check` only compares them. @param {readonly string[]} args */
export async function generate(args) {
  const { code } = await run(process.execPath, [GENERATOR, ...args]);
  return code;
}

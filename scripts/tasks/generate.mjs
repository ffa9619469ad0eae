import { join } from "node:path";
import { reportApi } from "./api-reports.mjs";
import { build } from "./build.mjs";
import { ROOT, run } from "./command.mjs";
import { publishedLibraries } from "./package-checks.mjs";

export const GENERATOR = "scripts/generate.mjs";

/**
 * Writes the documents that are derived from the sources; with `--check` only compares them. `api` builds the packages and writes the reports
 * of what they export. @param {readonly string[]} args
 */
export async function generate(args) {
  if (args[0] === "api") return generateApiReports();
  const { code } = await run(process.execPath, [GENERATOR, ...args]);
  return code;
}

async function generateApiReports() {
  await build();
  let code = 0;
  for (const room of publishedLibraries()) {
    const problem = await reportApi(join(ROOT, "packages", room), { write: true });
    console.log(`docs/api: ${room}`);
    if (problem === null) continue;
    console.error(problem);
    code = 1;
  }
  return code;
}

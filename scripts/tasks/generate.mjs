import { reportApi } from "./api-reports.mjs";
import { build } from "./build.mjs";
import { ROOT, run } from "./command.mjs";
import { publishedPackages } from "./published-packages.mjs";

/**
 * Writes the documents that are derived from the sources; with `--check` only compares them. `api`
 * builds the packages and writes the reports of what they export. @param {readonly string[]} args
 */
export async function generate(args) {
  if (args[0] === "api") return generateApiReports();
  const { code } = await run(process.execPath, ["scripts/generate.mjs", ...args]);
  return code;
}

async function generateApiReports() {
  await build();
  let code = 0;
  for (const { name, folder } of publishedPackages(ROOT).filter(
    (each) => each.entries.length > 0,
  )) {
    const problem = await reportApi(folder, { write: true });
    console.log(`docs/api: ${name}`);
    if (problem === null) continue;
    console.error(problem);
    code = 1;
  }
  return code;
}

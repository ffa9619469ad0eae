import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./command.mjs";
import { copySqlite, writeFreshApp } from "./fresh-app-project.mjs";
import { compileApp, runApp } from "./fresh-app-trials.mjs";
import { freePort } from "./free-port.mjs";
import { untried } from "./readme-examples.mjs";

/**
 * Installs the packed packages into an application outside the workspace, compiles it against their declarations as the kinds of applications do, loads
 * every entry as an ES module and by `require`, runs the examples of the READMEs and a test with Vitest and Jest, and asks the language service what an
 * editor shows.
 * @param {readonly import("./package-checks.mjs").Published[]} packages @returns {Promise<string | null>}
 */
export async function checkFreshApp(packages) {
  const forgotten = untried(packages);
  if (forgotten.length > 0)
    return `scripts/tasks/readme-examples.mjs does not say how to try: ${forgotten.join(", ")}`;
  const folder = mkdtempSync(join(tmpdir(), "auth-fresh-app-"));
  try {
    const port = await freePort();
    writeFreshApp(folder, { packages, port });
    const { code, output } = await run(
      "pnpm",
      ["install", "--prefer-offline", "--ignore-scripts"],
      { cwd: folder, quiet: true },
    );
    if (code !== 0) return `The packages cannot be installed:\n${output}`;
    copySqlite(folder);
    return (
      (await compileApp(folder)) ?? (await runApp({ folder, port })) ?? (await shownFault(folder))
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder @returns {Promise<string | null>} */
async function shownFault(folder) {
  // Loaded here: it needs the compiler, and nothing is installed when this file is loaded.
  const { faultOfHover, hover, HOVERED_APP } = await import("./hover.mjs");
  const file = "src/sign-in.mts";
  writeFileSync(join(folder, file), HOVERED_APP);
  return faultOfHover(hover(folder, file, HOVERED_APP));
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./command.mjs";
import { copySqlite, writeFreshApp } from "./fresh-app-project.mjs";
import { compileApp, runApp } from "./fresh-app-trials.mjs";
import { freePort } from "./free-port.mjs";
import { untried } from "./readme-examples.mjs";

/**
 * Installs the packed packages into an application outside the workspace, compiles it against their declarations as the kinds of applications do, loads
 * every entry as an ES module and by `require`, and runs the examples of the READMEs and a test with Vitest and Jest.
 * @param {readonly import("./published-packages.mjs").Published[]} packages @returns {Promise<string | null>}
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
    return (await compileApp(folder)) ?? (await runApp({ folder, port }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { join } from "node:path";
import { ROOT, run } from "./command.mjs";

const VITEPRESS = join(ROOT, "node_modules/.bin/vitepress");

/**
 * Builds the documentation site into `docs/.vitepress/dist`; `dev` serves it instead, and reloads
 * what changes. @param {readonly string[]} args
 */
export async function docs([command = "build"]) {
  const { writeLibrary } = await import("../site/library.mjs");
  await writeLibrary();
  const { code } = await run(VITEPRESS, [command, "docs"]);
  return code;
}

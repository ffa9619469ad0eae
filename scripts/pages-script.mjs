import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./tasks/command.mjs";

/** Where the built script of the pages stands: a module, so that no file is read at the start. */
export const PAGES_SCRIPT = "packages/pages/src/generated/script.ts";

/**
 * Builds the script of the pages for browsers, and returns the module that has it as a text.
 * @param {string} note Says that it is generated.
 */
export async function pagesScript(note) {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "packages/pages/script/main.ts")],
    tsconfig: join(ROOT, "packages/pages/script/tsconfig.json"),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  const text = JSON.stringify(outputFiles[0]?.text ?? "");
  return `// ${note}\n/** The script of the pages, of packages/pages/script. */\nexport const SCRIPT: string = ${text};\n`;
}

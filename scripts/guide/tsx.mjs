// Stands in for `tsx`, with which the guide starts TypeScript: builds the program from the sources of the workspace, then runs it.
// tsx itself would bring a second esbuild into the workspace.
import { spawn } from "node:child_process";
import { basename, resolve } from "node:path";
import { build } from "esbuild";

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith("--"));
const [program = ""] = args.filter((arg) => !arg.startsWith("--"));
const outfile = resolve(`.tsx-${basename(program)}.mjs`);
await build({
  entryPoints: [program],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  conditions: ["@acme/source"],
  external: ["better-sqlite3", "@node-rs/argon2", "pg-native"],
  // Bundled CommonJS asks for Node's own modules by `require`, which an ES module lacks.
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
  },
  logLevel: "error",
});
const child = spawn(process.execPath, [...flags, outfile], { stdio: "inherit" });
child.once("exit", (code) => process.exit(code ?? 1));

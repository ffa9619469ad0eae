// Stands in for `tsx`, with which the guide starts TypeScript: builds the program from the sources
// of the workspace, then runs it. tsx itself would bring a second esbuild into the workspace.
import { basename, resolve } from "node:path";
import { bundleInto } from "../bundle.mjs";
import { run } from "../tasks/command.mjs";

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith("--"));
const [program = ""] = args.filter((arg) => !arg.startsWith("--"));
const outfile = resolve(`.tsx-${basename(program)}.mjs`);
await bundleInto(program, outfile);
const { code } = await run(process.execPath, [...flags, outfile], {
  cwd: process.cwd(),
  interactive: true,
});
process.exit(code);

import manifest from "../package.json" with { type: "json" };
import { readEnvFile } from "./config/env-file.js";
import type { Service } from "./starting/run.js";

const isService = (words: readonly string[]): words is readonly [Service] =>
  words.length === 1 && (words[0] === "serve" || words[0] === "worker");

/** Loads nothing but what the command needs. */
async function main(words: readonly string[]): Promise<void> {
  const [first] = words;
  if (first === "--version" || first === "-v") console.log(manifest.version);
  else if (first === "--help" || first === "-h" || first === "help") {
    const { helpText } = await import("./commands/help.js");
    const { columnsOf, layOut } = await import("./commands/layout.js");
    process.stdout.write(layOut(helpText(), columnsOf(process.stdout)));
  } else if (isService(words)) {
    readEnvFile();
    const { run } = await import("./starting/run.js");
    run(words[0]);
  } else {
    readEnvFile();
    const { callFromShell } = await import("./commands/call-from-shell.js");
    process.exitCode = await callFromShell(words);
  }
}

const [, , ...words] = process.argv;
void main(words.length === 0 ? ["serve"] : words);

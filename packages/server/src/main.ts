#!/usr/bin/env node
import module from "node:module";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { readEnvFile } from "./env-file.js";

/** The commands that run until they are told to stop. The others are in `commands/command-table.ts`. */
export type Service = "serve" | "worker";

const isService = (words: readonly string[]): words is readonly [Service] =>
  words.length === 1 && (words[0] === "serve" || words[0] === "worker");

/**
 * Keeps compiled code beside the bundle, from Node 22.8 on: a process that can write there can change the bundle as well, so nothing is gained by planting
 * code. Node's own place is the folder for temporary files, to which every user of the machine can write. Where the folder is read-only, nothing is kept.
 */
function keepCompiledCode(): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(join(import.meta.dirname, ".compiled"));
}

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
    keepCompiledCode();
    const { run } = await import("./run.js");
    run(words[0]);
  } else {
    readEnvFile();
    const { callFromShell } = await import("./commands/call-from-shell.js");
    process.exitCode = await callFromShell(words);
  }
}

const [, , ...words] = process.argv;
await main(words.length === 0 ? ["serve"] : words);

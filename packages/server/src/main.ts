#!/usr/bin/env node
import module from "node:module";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };

/** What the program can be told to do, and what it says of it. */
const COMMANDS = {
  serve: "answers requests, and does the background work unless WORKER=off (the default)",
  worker: "does the background work and nothing else",
} as const;
export type Command = keyof typeof COMMANDS;

const HELP = `auth-server [command]

${Object.entries(COMMANDS)
  .map(([name, does]) => `  ${name.padEnd(8)}${does}`)
  .join("\n")}

It is configured by environment variables, SERVICE_AUTH_SECRET and SERVICE_AUTH_URL first of all.
`;

const isCommand = (name: string): name is Command => Object.hasOwn(COMMANDS, name);

/**
 * Keeps compiled code beside the bundle, from Node 22.8 on: a process that can write there can change the bundle as well, so nothing is gained by planting
 * code. Node's own place is the folder for temporary files, to which every user of the machine can write. Where the folder is read-only, nothing is kept.
 */
function keepCompiledCode(): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(join(import.meta.dirname, ".compiled"));
}

/** Answers what needs no server before anything of it is loaded. */
async function main(name = "serve"): Promise<void> {
  if (name === "--help" || name === "-h") console.log(HELP);
  else if (name === "--version" || name === "-v") console.log(manifest.version);
  else if (isCommand(name)) {
    keepCompiledCode();
    const { run } = await import("./run.js");
    run(name);
  } else {
    const known = Object.keys(COMMANDS).join(", ");
    console.error(`There is no command "${name}". There are: ${known}.`);
    process.exitCode = 2;
  }
}

await main(process.argv[2]);

#!/usr/bin/env node
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { UsageError } from "./arguments.js";
import type { World } from "./create.js";
import { DEFAULT_FRAMEWORK, FRAMEWORK_NAMES, isFramework } from "./frameworks.js";
import { runProgram } from "./program.js";

const SECRET_BYTES = 32;

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError("There is no terminal to ask in: add --yes.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

const WORLD: World = {
  createSecret: () => randomBytes(SECRET_BYTES).toString("base64"),
  userAgent: process.env["npm_config_user_agent"],
  async chooseFramework() {
    const names = FRAMEWORK_NAMES.join(", ");
    const answer = await ask(`Which framework: ${names}? (${DEFAULT_FRAMEWORK}) `);
    if (answer === "") return DEFAULT_FRAMEWORK;
    if (!isFramework(answer)) throw new UsageError(`It is one of ${names}.`);
    return answer;
  },
  async confirm({ write, change }, folder) {
    const paths = [...write.keys(), ...change.keys()];
    if (paths.length === 0) return true;
    const answer = await ask(`Write ${paths.join(", ")} in ${folder}? (yes) `);
    return /^(y|yes|)$/i.test(answer);
  },
  run: (program, args, folder) =>
    new Promise((resolve, reject) => {
      // Windows has npm as a script, which only a shell runs; no argument comes from outside.
      const shell = process.platform === "win32";
      // What it prints is no part of the document that --json prints.
      const stdio = ["inherit", process.stderr, "inherit"] as const;
      const child = spawn(program, args, { cwd: folder, shell, stdio: [...stdio] });
      child.once("error", reject);
      child.once("close", (code) => resolve(code ?? 1));
    }),
};

process.exitCode = await runProgram(process.argv.slice(2), WORLD, {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});

#!/usr/bin/env node
import { join } from "node:path";
import { shellCommand } from "./config/shell-word.js";
import { createLogger, formatFor } from "./serving/logger.js";
import { openProgram, type Untrusted } from "./starting/open-program.js";

/**
 * The first requests come first. Only a first start has anything to keep, and then holds everything
 * up for the time of a few requests.
 */
const KEEP_AFTER_MS = 1_000;

const folder = join(import.meta.dirname, "program");
const program = openProgram({ folder, compiled: join(folder, ".compiled") });
program.load("main.js");
// A command compiles less of the same files than a server needs, and what is kept once stays: so
// only a server keeps, and a command uses what is there.
const [, , word = "serve"] = process.argv;
if (word === "serve")
  setTimeout(() => {
    program.keep();
    // What was loaded later.
    process.once("exit", program.keep);
  }, KEEP_AFTER_MS).unref();
if (word === "serve" || word === "worker") void reportUntrusted(program.findUntrusted());

/** Of several serving processes, the one above them says it. */
async function reportUntrusted(found: Untrusted | null): Promise<void> {
  if (found === null || !(await import("node:cluster")).default.isPrimary) return;
  const { path, fault } = found;
  const stream = process.stderr;
  const clock = { now: () => new Date() };
  const logger = createLogger({ level: "warn", stream, format: formatFor(stream), clock });
  logger.warn("compiled_code_ignored", {
    path,
    problem: `It ${fault}, so it may be any code: it is not used, and the start takes longer. Remove it: ${shellCommand("rm", "-r", path)}`,
  });
}

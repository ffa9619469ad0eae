#!/usr/bin/env node
import { join } from "node:path";
import { openProgram } from "./open-program.js";

/** The first requests come first. Only a first start has anything to keep, and then holds everything up for the time of a few requests. */
const KEEP_AFTER_MS = 1_000;

const folder = join(import.meta.dirname, "program");
const program = openProgram({ folder, compiled: join(folder, ".compiled") });
program.load("main.js");
setTimeout(program.keep, KEEP_AFTER_MS).unref();
// What was loaded later, and by a command that takes less time.
process.once("exit", program.keep);

#!/usr/bin/env node
import { join } from "node:path";
import { openProgram } from "./open-program.js";

/** The first requests come first. Only a first start has anything to keep, and then holds everything up for the time of a few requests. */
const KEEP_AFTER_MS = 1_000;

const folder = join(import.meta.dirname, "program");
const program = openProgram({ folder, compiled: join(folder, ".compiled") });
program.load("main.js");
// A command compiles less of the same files than a server needs, and what is kept once stays: so only a server keeps, and a command uses what is there.
const [, , word = "serve"] = process.argv;
if (word === "serve")
  setTimeout(() => {
    program.keep();
    // What was loaded later.
    process.once("exit", program.keep);
  }, KEEP_AFTER_MS).unref();

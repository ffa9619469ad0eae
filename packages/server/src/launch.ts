#!/usr/bin/env node
import { join } from "node:path";
import { openProgram } from "./open-program.js";

/** After this long what a start has compiled is kept, and then what was loaded behind the first requests. Only a first start has anything to keep. */
const KEEP_AFTER_MS = [500, 5_000] as const;

const folder = join(import.meta.dirname, "program");
const program = openProgram({ folder, compiled: join(folder, ".compiled") });
program.load("main.js");
for (const delay of KEEP_AFTER_MS) setTimeout(program.keep, delay).unref();

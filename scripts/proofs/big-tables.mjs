import { runProgram } from "../bundle.mjs";

/**
 * Fills both databases with five million sessions, a million users and ten million audit entries, calls every method of the store, and shows that no
 * statement reads, walks or sorts a big table. `--scale 0.1` fills a tenth, below which plans say little; `--engine sqlite` takes one database;
 * `--sabotage "drop index …"` shows that it fails.
 * @param {readonly string[]} args
 */
export const proveBigTables = (args) => runProgram("packages/kysely/proofs/big-tables.ts", args);

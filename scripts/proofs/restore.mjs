import { buildServer } from "../tasks/build.mjs";
import { runTests } from "../tasks/test.mjs";
import { installFromDebian } from "./debian.mjs";
import { runProgram } from "../bundle.mjs";

/**
 * Restores backups from before a hundred erasures and shows that nobody of the hundred comes back, on SQLite by its online backup and on Postgres by pg_dump and
 * pg_restore, with processes killed while they erase and while they erase again. Then a replay and an append are killed at every step.
 * `--engine sqlite|postgres` takes one database; `--no-steps` leaves the steps out; `--without-ledger` fails: it shows what a restore does then.
 * @param {readonly string[]} args
 */
export async function proveRestore(args) {
  await installFromDebian("/usr/lib/postgresql/15/bin/pg_dump", "postgresql-15");
  await buildServer();
  const restored = await runProgram("packages/server/proofs/restore.ts", args);
  if (restored !== 0 || args.includes("--no-steps")) return restored;
  return runTests(["jobs-under-fire", "-t", "erasing a user again|carrying out a deletion"], {
    ...process.env,
    PROOF: "1",
  });
}

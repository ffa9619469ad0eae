import { buildServer } from "../tasks/build.mjs";
import { installFromDebian } from "./debian.mjs";
import { runProgram } from "../bundle.mjs";

/**
 * Kills the primary of two Postgres 15 servers while two processes of the server are under load, promotes its synchronous standby, moves the address, and
 * shows that requests fail cleanly meanwhile, that nothing acknowledged is lost or doubled, and that every process recovers by itself.
 * `--asynchronous` fails: a standby that nobody waits for has not everything that was acknowledged.
 * @param {readonly string[]} args
 */
export async function proveFailover(args) {
  await installFromDebian("/usr/lib/postgresql/15/bin/pg_basebackup", "postgresql-15");
  await buildServer();
  return runProgram("packages/server/proofs/failover.ts", args);
}

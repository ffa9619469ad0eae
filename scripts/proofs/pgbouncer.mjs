import { buildServer } from "../tasks/build.mjs";
import { runTests } from "../tasks/test.mjs";
import { installFromDebian } from "./debian.mjs";
import { runProgram } from "../bundle.mjs";

/** The contract of the store, the whole surface, and everything that several processes do to one database. */
const SUITES = [
  "packages/kysely/test/store.test.ts",
  "packages/server/test/surface",
  "code-races",
  "organization-races",
  "deletion-races",
  "jobs-under-fire",
  "mail-under-fire",
  "many-workers",
];

/**
 * Runs the suites on Postgres through pgbouncer with `pool_mode = transaction` and four connections to the server, then two processes of the server under
 * load, and shows that the default mode is refused there. Arguments are test files to run instead of the suites.
 * @param {readonly string[]} files
 */
export async function provePgbouncer(files) {
  await installFromDebian("/usr/sbin/pgbouncer", "pgbouncer");
  await buildServer();
  const served = await runProgram("packages/server/proofs/pgbouncer.ts", []);
  if (served !== 0) return served;
  const suites = files.length > 0 ? files : SUITES;
  return runTests([...suites, "--testNamePattern", "[Pp]ostgres", "--testTimeout", "180000"], {
    ...process.env,
    POSTGRES_POOLING: "transaction",
  });
}

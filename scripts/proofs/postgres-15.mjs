import { readdirSync } from "node:fs";
import { Failure } from "../tasks/command.mjs";
import { runTests } from "../tasks/test.mjs";
import { installFromDebian } from "./debian.mjs";

const PROGRAM = "/usr/lib/postgresql/15/bin/postgres";
/** The contract of the store, the migrations, and of the surface what writes most. */
const FILES = [
  "packages/kysely/test/store.test.ts",
  "packages/kysely/test/migrate.test.ts",
  ...["email-otp", "password", "organizations", "deletion", "export"].map(
    (subject) => `packages/server/test/surface/${subject}.test.ts`,
  ),
];

/** Runs the tests on the Postgres 15 of Debian. @param {readonly string[]} args */
export async function provePostgres15(args) {
  await installFromDebian(PROGRAM, "postgresql-15");
  const installed = readdirSync("/usr/lib/postgresql");
  if (installed.some((version) => Number(version) > 15))
    throw new Failure(`Postgres ${installed.join(", ")} would be taken in the place of 15.`);
  const env = { ...process.env, POSTGRES: "system", DATABASE: "postgres" };
  return runTests([...FILES, ...args], env);
}

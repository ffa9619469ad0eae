// The test of an application that is a program by itself: applications.mjs says how it is started.
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { proveSessions, whileRunning } from "./visit.mjs";

const { start, guarded, program } = JSON.parse(readFileSync(".serves.json", "utf8"));

it("signs people up and guards a route", async () => {
  const postgres = program ? await import("@acme/auth-testing/postgres") : null;
  const cluster = await postgres?.startPostgres();
  const env = cluster ? { DATABASE_URL: await cluster.createDatabase() } : {};
  await whileRunning(start, (origin) => proveSessions(origin, guarded), { program, env });
  await cluster?.stop();
});

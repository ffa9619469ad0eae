import { it } from "node:test";
import { startPostgres } from "@acme/auth-testing/postgres";
import { proveSessions, whileRunning } from "./visit.mjs";

it("signs people up and guards a route, over Postgres", async () => {
  const cluster = await startPostgres();
  const program = "node_modules/.bin/bun";
  const env = { DATABASE_URL: await cluster.createDatabase() };
  await whileRunning(["bun.ts"], (origin) => proveSessions(origin, "/hello"), { program, env });
  await cluster.stop();
});

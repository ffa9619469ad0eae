import type {} from "vitest";
import type { TestProject } from "vitest/node";
import { startPgbouncer } from "./pgbouncer.js";
import { runPooling } from "./pooling.js";
import { startPostgres } from "./postgres-cluster.js";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the run's private Postgres server, for `createDatabase`. */
    readonly postgresUrl: string;
  }
}

/** Fewer than the stores of the tests have connections to pgbouncer, so that they share. */
const POOL_SIZE = 4;

/**
 * One private Postgres server for the whole run, named in `test.globalSetup`: the one that comes
 * from npm, or with `POSTGRES=system` that of the machine.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const system = process.env["POSTGRES"] === "system";
  const cluster = await startPostgres(system ? { binaries: "system" } : {});
  if (runPooling() === "session") {
    project.provide("postgresUrl", cluster.url);
    return cluster.stop;
  }
  const pgbouncer = await startPgbouncer(cluster.url, { mode: "transaction", size: POOL_SIZE });
  project.provide("postgresUrl", pgbouncer.url);
  return async () => {
    await pgbouncer.stop();
    await cluster.stop();
  };
}

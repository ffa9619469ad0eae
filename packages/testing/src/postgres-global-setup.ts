import type {} from "vitest";
import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres-cluster.js";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the run's private Postgres server, for `createDatabase`. */
    readonly postgresUrl: string;
  }
}

/** One private Postgres server for the whole run, named in `test.globalSetup`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  project.provide("postgresUrl", cluster.url);
  return cluster.stop;
}

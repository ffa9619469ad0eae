import { startPostgres, systemPostgres } from "@acme/auth-testing/postgres";
import { describeStore } from "@acme/auth-testing/store-contract";
import { Pool } from "pg";
import { expect, it } from "vitest";
import { guardedStore } from "../src/index.js";
import { createPostgresStore } from "../src/postgres.js";
import { type Database, wipe } from "./databases.js";

async function openSystem(): Promise<Database> {
  const cluster = await startPostgres({ binaries: "system" });
  const store = guardedStore(createPostgresStore(new Pool({ connectionString: cluster.url })));
  await store.migrate();
  const close = async (): Promise<void> => {
    await store.close();
    await cluster.stop();
  };
  return { store, rivals: [], wipe: () => wipe(store), close };
}

if (systemPostgres() === null)
  it("no Postgres server is installed on this machine to run the contract over", () =>
    expect(systemPostgres()).toBeNull());
else describeStore("the Postgres server of this machine", openSystem);

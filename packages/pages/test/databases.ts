import { createPostgresStore, type PostgresStore } from "@acme/auth-kysely/postgres";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { runStoreOptions } from "@acme/auth-testing/pooling";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import pg from "pg";
import { inject } from "vitest";

export type Database = "sqlite" | "postgres";

/** Opens a store of its own in each database, with its tables. */
export const DATABASES: Readonly<Record<Database, () => Promise<PostgresStore>>> = {
  sqlite: () => openMemoryStore(),
  async postgres() {
    template ??= migrated();
    return storeAt(await createDatabase(inject("postgresUrl"), { template: await template }));
  },
};

/** A database with the tables, which the others are copies of. */
let template: Promise<string> | null = null;

async function migrated(): Promise<string> {
  const url = await createDatabase(inject("postgresUrl"));
  const store = storeAt(url);
  await store.migrate();
  await store.close();
  return url;
}

/** No test closes it: its connections close when it has none to do for a while. */
function storeAt(connectionString: string): PostgresStore {
  const pool = new pg.Pool({ connectionString, idleTimeoutMillis: 500, allowExitOnIdle: true });
  return createPostgresStore(pool, runStoreOptions());
}

import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { runStoreOptions } from "@acme/auth-testing/pooling";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import pg from "pg";
import { inject } from "vitest";

/** A store of its own in Postgres, with its tables. */
export async function openPostgresStore() {
  const connectionString = await createDatabase(inject("postgresUrl"));
  const store = createPostgresStore(new pg.Pool({ connectionString }), runStoreOptions());
  await store.migrate();
  return store;
}

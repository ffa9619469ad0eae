import type { FeatureList } from "@acme/auth-kysely";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { runStoreOptions } from "@acme/auth-testing/pooling";
import pg from "pg";

/** A store in Postgres, reached as this run of the tests reaches it. */
export const openPostgresStore = (
  location: string,
  options: pg.PoolConfig,
  features: FeatureList = [],
) =>
  createPostgresStore(new pg.Pool({ connectionString: location, ...options }), {
    ...runStoreOptions(),
    features,
  });

import { join } from "node:path";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import { Pool } from "pg";
import { inject } from "vitest";
import type { FeatureList } from "../src/feature-tables.js";
import { createPostgresStore } from "../src/postgres.js";
import { createSqliteStore } from "../src/sqlite.js";
import { newFolder, removeFolder } from "./databases.js";

/**
 * By engine: makes a new database, and opens stores of it without and with the features. What
 * removes it is added to `cleanUps`.
 */
export const enginesWith = <const F extends FeatureList>(
  features: F,
  cleanUps: { push(cleanUp: () => void): unknown },
) => ({
  SQLite() {
    const folder = newFolder();
    cleanUps.push(() => removeFolder(folder));
    const file = join(folder, "auth.db");
    return {
      without: () => createSqliteStore(file),
      featured: () => createSqliteStore(file, { features }),
    };
  },
  async Postgres() {
    const connectionString = await createDatabase(inject("postgresUrl"));
    const pool = () => new Pool({ connectionString, max: 2 });
    return {
      without: () => createPostgresStore(pool()),
      featured: () => createPostgresStore(pool(), { features }),
    };
  },
});

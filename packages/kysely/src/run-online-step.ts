import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import type { Online } from "./engine.js";
import type { IndexStep, OnlineStep } from "./migrations/online-steps.js";
import type { Runner } from "./statement.js";

const LOOK_EVERY_MS = 200;

/** As text: an application may have set parsers of its own for other types. */
const INDEX_STATE =
  "select case when indisvalid and indisready then 'valid' else 'invalid' end as state from pg_index where indexrelid = to_regclass($1)";
/**
 * Held on the table for as long as an index on it is being built: by a process that has ended, too,
 * while the server has not noticed.
 */
const IS_BUILT_NOW = `select from pg_locks where locktype = 'relation' and relation = to_regclass($1) and granted
  and mode = 'ShareUpdateExclusiveLock' and database = (select oid from pg_database where datname = current_database())`;

const rowsOf = async <Row>(at: Runner, sql: string, parameters: readonly unknown[] = []) =>
  (await at.run<Row>(CompiledQuery.raw(sql, [...parameters]))).rows;

/**
 * An index that a build left behind unfinished is of no use, and is in the way: it is dropped, and
 * built again.
 */
async function buildIndex(at: Runner, { name, table, statement }: IndexStep): Promise<void> {
  for (;;) {
    const [found] = await rowsOf<{ readonly state: string }>(at, INDEX_STATE, [name]);
    if (found?.state === "valid") return;
    if (!found) await rowsOf(at, statement);
    else if ((await rowsOf(at, IS_BUILT_NOW, [table])).length === 0)
      await rowsOf(at, `drop index concurrently if exists ${name}`);
    else await sleep(LOOK_EVERY_MS);
  }
}

async function rewriteRows(at: Runner, statement: string): Promise<void> {
  let changed: bigint;
  do {
    const { numAffectedRows } = await at.run(CompiledQuery.raw(statement));
    changed = numAffectedRows ?? 0n;
  } while (changed > 0n);
}

/** Does what is left of a step; nothing when it was done before. */
export async function runOnlineStep({ builds, rewrites }: Online, step: OnlineStep): Promise<void> {
  if ("name" in step) await buildIndex(builds, step);
  else if (step.kind === "rewrite") await rewriteRows(rewrites, step.statement);
  else await builds.run(CompiledQuery.raw(step.statement));
}

import type { CallerStore } from "@acme/auth-core";
import { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Engine } from "../engine.js";
import type { Database } from "../schema.js";
import type { Runner } from "../statement.js";
import { type CallerRow, callerQuery, toCaller } from "../stores/callers.js";
import { postgresDialect } from "./postgres-driver.js";
import { retryConflicts, translated } from "./postgres-failures.js";
import { ownTypes } from "./postgres-values.js";

const asDate = (instant: Date): Date => instant;

/** Straight on the pool, prepared once per connection. */
function findCallerIn(pool: Pool, text: string): CallerStore["find"] {
  return async (tokenHash, organization, now) => {
    try {
      const { rows } = await pool.query<CallerRow<Date>>({
        name: "acme_auth_find_caller",
        text,
        values: [organization, tokenHash, now.toISOString()],
        rowMode: "array",
        types: ownTypes,
      } as never);
      const row = rows[0];
      return row === undefined ? null : toCaller(row, tokenHash, asDate);
    } catch (thrown) {
      throw translated(thrown);
    }
  };
}

export function postgresEngine(pool: Pool): Engine {
  // The pool drops an idle connection that fails; without a listener the event would end the process.
  pool.on("error", () => {});
  const db = new Kysely<Database>({ dialect: postgresDialect(pool) });
  const runner: Runner = { run: (query) => retryConflicts(() => db.executeQuery(query)) };
  return {
    dialect: "postgres",
    db,
    reads: runner,
    writes: runner,
    findCaller: findCallerIn(pool, callerQuery(db)),
    transaction: (work) => retryConflicts(() => db.transaction().execute(work)),
    close: async () => (pool.ending ? undefined : pool.end()),
  };
}

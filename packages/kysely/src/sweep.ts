import type { Store } from "@acme/auth-core";
import type { ExpressionBuilder } from "kysely";
import type { Access, BaseCompiler } from "./engine.js";
import type { Lifetime } from "./lifetimes.js";
import { changed, statement } from "./statement.js";
import { tablesOf } from "./tables-of.js";

/**
 * Whether a row is settled. Where most rows are, none of them is to be found by its status: SQLite
 * took the index of the status, and read and sorted what had arrived in a month. No index knows
 * what a function makes of a column.
 */
const statusIn =
  ({ mostlySettled }: Lifetime, statuses: readonly string[]) =>
  (row: ExpressionBuilder<Record<string, Record<string, unknown>>, string>) =>
    row(mostlySettled ? row.fn("nullif", ["status", row.val("")]) : "status", "in", statuses);

/**
 * Up to `limit` rows of one table, those that ended first. Rows that another transaction has locked
 * wait for the next sweep.
 */
function removeEnded(compiler: BaseCompiler, table: string, lifetime: Lifetime) {
  const { key, ends, exclusive, statuses, kind } = lifetime;
  const anyTable = tablesOf<Record<string, Record<string, unknown>>>(compiler);
  return statement((given: { until: Date; limit: number }) => {
    const ended = anyTable
      .selectFrom(table)
      .select(key)
      .where(ends, exclusive ? "<" : "<=", given.until)
      .orderBy(ends)
      .limit(given.limit);
    const settled = statuses === undefined ? ended : ended.where(statusIn(lifetime, statuses));
    const removable = kind === undefined ? settled : settled.where("kind", "=", kind);
    return anyTable
      .with("ended", () => removable.$call(compiler.rows.skipLocked))
      .deleteFrom(table)
      .where(key, "in", anyTable.selectFrom("ended").select(`ended.${key}`));
  });
}

/**
 * Empties the reasons of tombstones that an earlier release made beside this one. None of them has
 * one otherwise.
 */
const emptyTombstones = ({ db, rows }: BaseCompiler) =>
  statement((given: { limit: number }) =>
    db
      .with("told", (query) =>
        query
          .selectFrom("auth_deletion_request")
          .select("id")
          .where("user_id", "is", null)
          .where("reason", ">", "")
          .orderBy("user_id")
          .orderBy("reason")
          .limit(given.limit)
          .$call(rows.skipLocked),
      )
      .updateTable("auth_deletion_request")
      .set({ reason: "" })
      .where("id", "in", (query) => query.selectFrom("told").select("told.id")),
  );

/**
 * Compiles the sweep of all tables that `lifetimes` lists; what it returns runs it somewhere.
 */
export function compileSweep(
  compiler: BaseCompiler,
  lifetimes: Readonly<Record<string, Lifetime | null>>,
): (at: Access) => Store["sweep"] {
  const removals = Object.entries(lifetimes).flatMap(([table, lifetime]) =>
    lifetime ? [{ keptFor: lifetime.keptFor, remove: removeEnded(compiler, table, lifetime) }] : [],
  );

  const empty = emptyTombstones(compiler);

  return ({ writes }) =>
    async (now, limit, retention) => {
      let removed = await changed(writes, empty, { limit });
      for (const { keptFor, remove } of removals) {
        const until = keptFor ? new Date(now.getTime() - retention[keptFor]) : now;
        removed += await changed(writes, remove, { until, limit });
      }
      return removed;
    };
}

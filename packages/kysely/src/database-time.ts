import { CompiledQuery } from "kysely";
import type { DialectName, Engine } from "./engine.js";
import { toDate } from "./schema.js";

/** SQLite has no clock of its own: it asks the machine that the process runs on. */
const CLOCK: Readonly<Record<DialectName, string>> = {
  postgres: "select clock_timestamp() as now",
  sqlite: "select strftime('%Y-%m-%dT%H:%M:%fZ', 'now') as now",
};

/** Returns what time it is by the clock of the database. */
export async function databaseTime({
  dialect,
  reads,
}: Pick<Engine, "dialect" | "reads">): Promise<Date> {
  const query = CompiledQuery.raw(CLOCK[dialect]);
  const { rows } = await reads.run<{ now: Date | string }>(query);
  const [row] = rows;
  if (!row) throw new Error("the database did not say what time it is");
  return toDate(row.now);
}

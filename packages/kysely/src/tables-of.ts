import type { Kysely } from "kysely";
import type { Compiler } from "./engine.js";

/**
 * Returns what the statements over some tables are built with: `Tables` is an interface or a type,
 * as Kysely describes a database. Nothing is run on it.
 */
export const tablesOf = <Tables extends object>({ db }: Compiler): Kysely<Tables> =>
  // The types alone know which tables there are.
  db as Kysely<Tables>;

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Logger } from "@acme/auth-core";
import type { Config } from "./config.js";
import { type Database, IN_MEMORY } from "./config/addresses.js";

/** Whether the SQLite file that `DATABASE_URL` names is not there yet. */
export const isAbsent = (database: Database): boolean =>
  database.engine === "sqlite" && database.file !== IN_MEMORY && !existsSync(database.file);

/** The database as the log names it: a SQLite file by its whole path. */
export const describeDatabase = (
  database: Database,
): { readonly database: string; readonly file?: string } => ({
  database: database.engine,
  ...(database.engine === "sqlite" && {
    file: database.file === IN_MEMORY ? database.file : resolve(database.file),
  }),
});

/** Says that the start makes a new database, before it does: an operator who has mistyped the path would otherwise only miss the users. */
export function reportNewDatabase({ databaseUrl }: Config, logger: Logger): void {
  if (isAbsent(databaseUrl))
    logger.info("database_created", {
      ...describeDatabase(databaseUrl),
      advice:
        "This file was not there: a new, empty database is made. If you have one, correct DATABASE_URL.",
    });
}

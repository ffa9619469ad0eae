import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Logger } from "@acme/auth-core";
import { type Database, IN_MEMORY } from "../config/addresses.js";

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

/**
 * Looks whether the start will make a new database. Returns what says so once it was made: an
 * operator who has mistyped the path would otherwise only miss the users.
 */
export function watchForNewDatabase(database: Database, logger: Logger | undefined): () => void {
  const wasAbsent = isAbsent(database);
  return () => {
    // Of several serving processes any may have made it: the one above them says so.
    if (wasAbsent && cluster.isPrimary && !isAbsent(database))
      logger?.info("database_created", {
        ...describeDatabase(database),
        advice:
          "This file was not there: a new, empty database was made. If you have one, correct DATABASE_URL.",
      });
  };
}

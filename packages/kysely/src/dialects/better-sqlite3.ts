import { createRequire } from "node:module";
import type BetterSqlite3 from "better-sqlite3";
import type { SqliteDatabaseLike } from "./sqlite-database.js";

const require = createRequire(import.meta.url);

const MISSING =
  "a SQLite file is opened with better-sqlite3, which is not installed: install it, give createSqliteStore an open database, or import it from @acme/auth-kysely/node-sqlite";

/**
 * Loaded with the first file, so that a store on an open database does without. By `require`, for
 * stores are made synchronously.
 */
function load(): typeof BetterSqlite3 {
  try {
    return require("better-sqlite3") as typeof BetterSqlite3;
  } catch (thrown) {
    const isMissing =
      thrown instanceof Error && "code" in thrown && thrown.code === "MODULE_NOT_FOUND";
    throw isMissing ? new Error(MISSING, { cause: thrown }) : thrown;
  }
}

/** A database that can give the bytes of a copy of itself. */
export interface SerializableDatabase extends SqliteDatabaseLike {
  serialize(): Buffer;
}

/** Opens a file, or in memory a copy of a database of which these are the bytes. */
export function openBetterSqlite3(
  file: string | Buffer,
  { readonly = false }: { readonly readonly?: boolean } = {},
): SerializableDatabase {
  const Driver = load();
  return new Driver(file, { readonly, timeout: 0 });
}

import { createRequire } from "node:module";

/**
 * A connection beside the store's, of the driver of this run: what one SQLite library has locked,
 * another in the same process would not see.
 * @param {string} file @returns {{ exec(sql: string): unknown, close(): unknown }}
 */
export function openPlain(file) {
  if (process.env["SQLITE_DRIVER"] === "node:sqlite") {
    const { DatabaseSync } = createRequire(import.meta.url)("node:sqlite");
    return new DatabaseSync(file);
  }
  return new (createRequire(import.meta.url)("better-sqlite3"))(file);
}

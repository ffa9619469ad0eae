import SqliteDatabase from "better-sqlite3";
import { meOf, meQuery, type MeRow, meValues } from "./hand-written-me.js";

/**
 * The usual settings of a service on one file; the driver waits five seconds for a lock, asleep.
 */
export function openSqlite(file: string): SqliteDatabase.Database {
  const database = new SqliteDatabase(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = NORMAL");
  database.pragma("foreign_keys = ON");
  return database;
}

/** The answer to `me` for a cookie header; null without a live session. */
export function prepareMe(
  database: SqliteDatabase.Database,
): (cookies: string | undefined) => ReturnType<typeof meOf> | null {
  const find = database.prepare(meQuery("?", "?", "?"));
  return (cookies) => {
    const row = find.get(...meValues(cookies)) as MeRow | undefined;
    return row ? meOf(row) : null;
  };
}

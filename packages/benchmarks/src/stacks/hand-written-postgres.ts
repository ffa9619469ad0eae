import { Pool } from "pg";
import { meOf, meQuery, type MeRow, meValues } from "./hand-written-me.js";

/**
 * The answer to `me` for a cookie header, by one named prepared statement; null without a live
 * session.
 */
export function openPostgresMe(
  url: string,
): (cookies: string | undefined) => Promise<ReturnType<typeof meOf> | null> {
  const pool = new Pool({ connectionString: url });
  const text = meQuery("$1", "$2", "$3");
  return async (cookies) => {
    const { rows } = await pool.query<MeRow>({ name: "me", text, values: [...meValues(cookies)] });
    return rows[0] ? meOf(rows[0]) : null;
  };
}

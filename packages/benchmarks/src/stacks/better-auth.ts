import { createHmac } from "node:crypto";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { emailOTP, magicLink, organization } from "better-auth/plugins";
import SqliteDatabase from "better-sqlite3";
import { Pool } from "pg";
import { reportCode } from "../processes/child.js";

const SECRET = "benchmark-benchmark-benchmark-benchmark";

function openDatabase(database: string): SqliteDatabase.Database | Pool {
  if (database.startsWith("postgres")) return new Pool({ connectionString: database });
  const sqlite = new SqliteDatabase(database);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma("foreign_keys = ON");
  return sqlite;
}

/** better-auth with the same features, its limiter off like ours. */
export const openBetterAuth = (database: string) =>
  betterAuth({
    database: openDatabase(database),
    secret: SECRET,
    baseURL: "http://127.0.0.1",
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      emailOTP({ sendVerificationOTP: async ({ email, otp }) => reportCode(email, otp) }),
      magicLink({ sendMagicLink: async () => {} }),
      organization(),
    ],
  });

/** Its schema in an empty database, that many sessions in it, and their signed cookies. */
export async function writeBetterAuthPeople(
  database: string,
  sessions: number,
): Promise<readonly string[]> {
  const auth = openBetterAuth(database);
  await (await getMigrations(auth.options)).runMigrations();
  const { internalAdapter } = await auth.$context;
  const cookies: string[] = [];
  for (let index = 0; index < sessions; index++) {
    const user = await internalAdapter.createUser(
      { email: `person${index}@example.com`, name: `Person ${index}`, emailVerified: true },
      { method: "email-otp" },
    );
    const { token } = await internalAdapter.createSession(user.id);
    const signature = createHmac("sha256", SECRET).update(token).digest("base64");
    cookies.push(`better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`);
  }
  const { database: open } = auth.options;
  if (open instanceof Pool) await open.end();
  else open.close();
  return cookies;
}

import { createHash } from "node:crypto";
import { hash } from "@node-rs/argon2";
import SqliteDatabase from "better-sqlite3";
import { Client } from "pg";
import { isPostgres, openStore } from "../stacks/acme.js";
import { ARGON2 } from "../stacks/argon2.js";

/** How many sessions there are for each user, and users for each organization. */
export const SESSIONS_PER_USER = 5;
const USERS_PER_ORGANIZATION = 10;
export const PASSWORD = "correct horse battery staple";

/** Ids, tokens and email addresses as SQL makes them too. */
const idOf = (index: number): string =>
  `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`;
export const tokenOf = (index: number): string => String(index).padStart(43, "0");
export const emailOf = (index: number): string => `person${index}@example.com`;

/** What the browser of session `index` sends: its token, and its user's organization as active. */
function cookieOf(index: number): string {
  const user = Math.floor(index / SESSIONS_PER_USER);
  return `session=${tokenOf(index)}; active-org=${idOf(Math.floor(user / USERS_PER_ORGANIZATION))}`;
}

const SAMPLE = 20_000;

/** Cookies of up to 20,000 of `sessions` sessions, evenly spread, in an order that jumps about. */
export function cookiesOf(sessions: number): readonly string[] {
  const count = Math.min(sessions, SAMPLE);
  const step = sessions / count;
  // 7,919 is prime and no factor of any count here, so every place comes once.
  return Array.from({ length: count }, (_, place) =>
    cookieOf(Math.floor(((place * 7_919) % count) * step)),
  );
}

/** What the two databases say differently. */
interface Dialect {
  /** The numbers below `count`, as `i`. */
  readonly numbers: (count: number) => string;
  readonly padded: (index: string, length: number) => string;
  /** SHA-256 of a text, as base64url. */
  readonly sha256: (text: string) => string;
}

const SQLITE: Dialect = {
  numbers: (count) =>
    `(with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${count}) select i from n) as n`,
  padded: (index, length) => `printf('%0${length}d', ${index})`,
  sha256: (text) => `sha256(${text})`,
};
const POSTGRES: Dialect = {
  numbers: (count) => `generate_series(0, ${count - 1}) as i`,
  padded: (index, length) => `lpad((${index})::text, ${length}, '0')`,
  sha256: (text) =>
    `translate(rtrim(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), '='), '+/', '-_')`,
};

function insertsOf({ numbers, padded, sha256 }: Dialect, sessions: number): readonly string[] {
  const id = (index: string) => `'00000000-0000-7000-8000-' || ${padded(index, 12)}`;
  const now = `'${new Date().toISOString()}'`;
  const later = `'${new Date(Date.now() + 7 * 86_400_000).toISOString()}'`;
  const users = Math.ceil(sessions / SESSIONS_PER_USER);
  return [
    `insert into auth_user (id, email, email_verified, name, image, created_at, updated_at)
      select ${id("i")}, 'person' || i || '@example.com', true, 'Person ' || i, null, ${now}, ${now} from ${numbers(users)}`,
    `insert into auth_organization (id, name, slug, logo, metadata, created_at, updated_at)
      select ${id("i")}, 'Organization ' || i, 'organization-' || i, null, '{}', ${now}, ${now} from ${numbers(Math.ceil(users / USERS_PER_ORGANIZATION))}`,
    `insert into auth_membership (id, organization_id, user_id, role, created_at)
      select ${id("i")}, ${id(`i / ${USERS_PER_ORGANIZATION}`)}, ${id("i")}, 'owner', ${now} from ${numbers(users)}`,
    `insert into auth_session (id, user_id, token_hash, authenticated_at, authenticated_by, remembered,
      created_at, last_seen_at, expires_at, ip_address, user_agent)
      select ${id("i")}, ${id(`i / ${SESSIONS_PER_USER}`)}, ${sha256(padded("i", 43))}, ${now}, 'email-otp', true,
        ${now}, ${now}, ${later}, '127.0.0.1', 'benchmark' from ${numbers(sessions)}`,
  ];
}

/** Our schema in an empty database (a file or a URL), and that many live sessions in it. */
export async function writePeople(database: string, sessions: number): Promise<void> {
  const store = openStore(database);
  await store.migrate();
  await store.close();
  if (!isPostgres(database)) {
    changeSqlite(database, (file) =>
      file.transaction(() => insertsOf(SQLITE, sessions).forEach((sql) => file.exec(sql)))(),
    );
    return;
  }
  const client = new Client({ connectionString: database });
  await client.connect();
  for (const sql of insertsOf(POSTGRES, sessions)) await client.query(sql);
  await client.query("vacuum analyze");
  await client.end();
}

/** Gives everybody in a SQLite file the same password. */
export async function writePasswords(file: string): Promise<void> {
  const hashed = await hash(PASSWORD, ARGON2);
  const sql = "insert into auth_password select id, ?, created_at from auth_user";
  changeSqlite(file, (database) => database.prepare(sql).run(hashed));
}

/** A past of that many audit entries for a user in a SQLite file. */
export function writeHistory(file: string, user: string, entries: number): void {
  changeSqlite(file, (database) =>
    database
      .prepare(
        `insert into auth_audit_entry (id, at, event, user_id, ip_address, user_agent, detail)
        select '00000000-0000-7000-8000-' || ${SQLITE.padded("i", 12)},
          strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + i / 1000.0, 'unixepoch'), 'user.updated', ?, '192.0.2.1',
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', '{"fields":"name"}' from ${SQLITE.numbers(entries)}`,
      )
      .run(user),
  );
}

function changeSqlite(file: string, change: (database: SqliteDatabase.Database) => unknown): void {
  const database = new SqliteDatabase(file);
  database.function("sha256", { deterministic: true }, (text) =>
    createHash("sha256").update(String(text)).digest("base64url"),
  );
  change(database);
  database.pragma("wal_checkpoint(truncate)");
  database.close();
}

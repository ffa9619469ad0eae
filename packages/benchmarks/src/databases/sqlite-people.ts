import { createHash } from "node:crypto";
import SqliteDatabase from "better-sqlite3";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { SESSIONS_PER_USER, USERS_PER_ORGANIZATION } from "./people.js";

const COUNTED =
  "with recursive n (i) as (select 0 where @count > 0 union all select i + 1 from n where i + 1 < @count)";
const ID = "'00000000-0000-7000-8000-' || printf('%012d', i)";

const USERS = `${COUNTED} insert into auth_user (id, email, email_verified, name, image, created_at, updated_at)
  select ${ID}, printf('person%d@example.com', i), 1, printf('Person %d', i), null, @now, @now from n`;
const ORGANIZATIONS = `${COUNTED} insert into auth_organization (id, name, slug, logo, metadata, created_at, updated_at)
  select ${ID}, printf('Organization %d', i), printf('organization-%d', i), null, '{}', @now, @now from n`;
const MEMBERSHIPS = `${COUNTED} insert into auth_membership (id, organization_id, user_id, role, created_at)
  select ${ID}, ${ID.replace("i)", `i / ${USERS_PER_ORGANIZATION})`)}, ${ID}, 'owner', @now from n`;
const SESSIONS = `${COUNTED} insert into auth_session
  (id, user_id, token_hash, authenticated_at, authenticated_by, remembered, created_at, last_seen_at, expires_at, ip_address, user_agent)
  select ${ID}, ${ID.replace("i)", `i / ${SESSIONS_PER_USER})`)}, sha256(printf('%043d', i)), @now, 'email-otp', 1, @now, @now, @later, '127.0.0.1', 'benchmark' from n`;

/** A SQLite file with our schema, and that many live sessions in it. */
export async function writeSqlitePeople(file: string, sessions: number): Promise<void> {
  const store = createSqliteStore(file, { guarded: false });
  await store.migrate();
  await store.close();

  const database = new SqliteDatabase(file);
  database.function("sha256", { deterministic: true }, (text) =>
    createHash("sha256").update(String(text)).digest("base64url"),
  );
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const users = Math.ceil(sessions / SESSIONS_PER_USER);
  database.transaction(() => {
    database.prepare(USERS).run({ count: users, now });
    database.prepare(ORGANIZATIONS).run({ count: Math.ceil(users / USERS_PER_ORGANIZATION), now });
    database.prepare(MEMBERSHIPS).run({ count: users, now });
    database.prepare(SESSIONS).run({ count: sessions, now, later });
  })();
  database.pragma("wal_checkpoint(truncate)");
  database.close();
}

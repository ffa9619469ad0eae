import { Client, Pool } from "pg";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { SESSIONS_PER_USER, USERS_PER_ORGANIZATION } from "./people.js";

const id = (index: string): string =>
  `'00000000-0000-7000-8000-' || lpad((${index})::text, 12, '0')`;
const HASH =
  "translate(rtrim(encode(sha256(convert_to(lpad(i::text, 43, '0'), 'UTF8')), 'base64'), '='), '+/', '-_')";
const counted = (count: number): string => `generate_series(0, ${count - 1}) as i`;

/** Our schema in an empty Postgres database, and that many live sessions in it. */
export async function writePostgresPeople(url: string, sessions: number): Promise<void> {
  const store = createPostgresStore(new Pool({ connectionString: url, max: 1 }), {
    guarded: false,
  });
  await store.migrate();
  await store.close();

  const users = Math.ceil(sessions / SESSIONS_PER_USER);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into auth_user (id, email, email_verified, name, image, created_at, updated_at)
    select ${id("i")}, 'person' || i || '@example.com', true, 'Person ' || i, null, now(), now() from ${counted(users)}`);
  await client.query(`insert into auth_organization (id, name, slug, logo, metadata, created_at, updated_at)
    select ${id("i")}, 'Organization ' || i, 'organization-' || i, null, '{}', now(), now() from ${counted(Math.ceil(users / USERS_PER_ORGANIZATION))}`);
  await client.query(`insert into auth_membership (id, organization_id, user_id, role, created_at)
    select ${id("i")}, ${id(`i / ${USERS_PER_ORGANIZATION}`)}, ${id("i")}, 'owner', now() from ${counted(users)}`);
  await client.query(`insert into auth_session
    (id, user_id, token_hash, authenticated_at, authenticated_by, remembered, created_at, last_seen_at, expires_at, ip_address, user_agent)
    select ${id("i")}, ${id(`i / ${SESSIONS_PER_USER}`)}, ${HASH}, now(), 'email-otp', true, now(), now(), now() + interval '7 days', '127.0.0.1', 'benchmark'
    from ${counted(sessions)}`);
  await client.query("vacuum analyze");
  await client.end();
}

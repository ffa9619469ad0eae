import type { TestDatabase } from "./database.js";

/** Rows that only a part of a transaction, or work that was lost, would leave. */
const HALF_DONE = {
  "organizations without an owner": `select count(*) as total from auth_organization o
    where not exists (select 1 from auth_membership m where m.organization_id = o.id and m.role = 'owner')`,
  "sessions whose opening is not in the audit log": `select count(*) as total from auth_session s
    where not exists (select 1 from auth_audit_entry a where a.user_id = s.user_id and a.event = 'session.opened')
    and s.created_at > '2026-01-02'`,
  "users whose creation is not in the audit log": `select count(*) as total from auth_user u
    where not exists (select 1 from auth_audit_entry a where a.user_id = u.id and a.event = 'user.created')
    and u.created_at > '2026-01-02'`,
  "accepted invitations of users who are no members": `select count(*) as total from auth_invitation i
    join auth_user u on u.email = i.email where i.status = 'accepted' and not exists
    (select 1 from auth_membership m where m.organization_id = i.organization_id and m.user_id = u.id)`,
  "deletions that nobody carried out": `select count(*) as total from auth_deletion_request where status = 'pending'`,
  "exports that nobody made": `select count(*) as total from auth_export_request where status in ('pending', 'failed')`,
  "exports without their file": `select count(*) as total from auth_export_request e where status = 'ready'
    and not exists (select 1 from auth_file_chunk f where f.file = e.file_key)`,
  "mails given up": `select count(*) as total from auth_outbox_mail where status = 'dead'`,
  "jobs of a newer release that an older one has touched": `select count(*) as total from (select 1 as one) x
    where not exists (select 1 from auth_job where kind = 'of-the-next-release' and status = 'queued' and attempts = 0)`,
  "jobs given up": `select count(*) as total from auth_job where status = 'dead'`,
} as const;

/** What no process writes that knows the second factor. */
const UNPROVEN = `select count(*) as total from auth_session s join auth_user u on u.id = s.user_id
  where u.second_factor_since is not null and s.second_factor_at is null`;

const WAITING = `select (select count(*) from auth_outbox_mail where status = 'queued' and over_budget = false)
  + (select count(*) from auth_job where status = 'queued' and kind not in ('expire-export', 'delete-file', 'of-the-next-release')) as total`;

const NEWER_JOB = `insert into auth_job (id, kind, subject, status, attempts, next_attempt_at, created_at)
  values ('00000000-0000-7000-8000-000000000001', 'of-the-next-release', 'something', 'queued', 0, '2026-01-02T00:00:00.000Z', '2026-01-02T00:00:00.000Z')
  on conflict do nothing`;

/** Puts a job into the queue that only a newer release knows. */
export const queueNewerJob = ({ run }: TestDatabase): Promise<void> => run(NEWER_JOB);

const countOf = async ({ query }: TestDatabase, sql: string): Promise<number> =>
  Number((await query(sql))[0]?.["total"]);

/** How much waits to be sent or done. */
export const countWaiting = (database: TestDatabase): Promise<number> => countOf(database, WAITING);

/** How many sessions of one factor belong to users who have enrolled. */
export const countUnproven = (database: TestDatabase): Promise<number> =>
  countOf(database, UNPROVEN);

export async function findHalfDone(database: TestDatabase): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [what, sql] of Object.entries(HALF_DONE)) {
    const count = await countOf(database, sql);
    if (count > 0) found.push(`${count} ${what}`);
  }
  return found;
}

import type { Caller, Store } from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";
import { sql } from "kysely";

/** How many rows of each kind belong to a person, all counted at one instant. */
export interface RowCounts {
  readonly users: number;
  readonly sessions: number;
  readonly passwords: number;
  readonly notes: number;
  /** Requests for deletion, by status; a completed one counts when it is nobody's. */
  readonly pending: number;
  readonly cancelled: number;
  readonly completed: number;
  readonly deletionJobs: number;
  /** Audit entries about requests for deletion. */
  readonly saidRequested: number;
  readonly saidCancelled: number;
  readonly saidCompleted: number;
  /** Audit entries that name the person, their email address or their browser. */
  readonly naming: number;
  readonly history: number;
  readonly exportsPending: number;
  readonly exportsReady: number;
  readonly exportsExpired: number;
  readonly produceJobs: number;
  readonly expireJobs: number;
  readonly saidReady: number;
}

/**
 * The ids of a person's requests for deletion, whose reason is their email address; the sample
 * module keeps it of those that erasures emptied.
 */
export const requestsOf = ({ user }: Pick<Caller, "user">) =>
  sql`select id from auth_deletion_request where reason = ${user.email}
    union select request_id from notebook_departure where reason = ${user.email}`;

/** In one statement: it sees everything as of one commit. */
export async function readRowCounts(store: Store, person: Caller): Promise<RowCounts> {
  const { user, session } = person;
  const requests = requestsOf(person);
  const id = sql.val(user.id);
  const deletions = (status: string) =>
    sql`select count(*) from auth_deletion_request where id in (${requests}) and status = ${status}`;
  const said = (
    event: string,
  ) => sql`select count(*) from auth_audit_entry a join auth_deletion_request r
    on cast(a.detail as text) like '%' || r.id || '%' where r.id in (${requests}) and a.event = ${event}`;
  const exports = (status: string) =>
    sql`select count(*) from auth_export_request where user_id = ${id} and status = ${status}`;
  const exportJobs = (
    kind: string,
  ) => sql`select count(*) from auth_job j join auth_export_request r
    on r.id = j.subject where r.user_id = ${id} and j.kind = ${kind}`;
  const history = sql`auth_audit_entry where cast(detail as text) like ${`%${session.id}%`}`;
  const counts = {
    users: sql`select count(*) from auth_user where id = ${id}`,
    sessions: sql`select count(*) from auth_session where user_id = ${id}`,
    passwords: sql`select count(*) from auth_password where user_id = ${id}`,
    notes: sql`select count(*) from notebook_note where user_id = ${id}`,
    pending: sql`${deletions("pending")} and user_id = ${id}`,
    cancelled: sql`${deletions("cancelled")} and user_id = ${id}`,
    completed: sql`${deletions("completed")} and user_id is null`,
    deletionJobs: sql`select count(*) from auth_job j join auth_deletion_request r on r.id = j.subject where r.id in (${requests})`,
    saidRequested: said("deletion.requested"),
    saidCancelled: said("deletion.cancelled"),
    saidCompleted: said("deletion.completed"),
    naming: sql`select (select count(*) from auth_audit_entry where user_id = ${id})
      + (select count(*) from ${history} and user_id is null and (ip_address is not null or user_agent is not null))`,
    history: sql`select count(*) from ${history}`,
    exportsPending: exports("pending"),
    exportsReady: exports("ready"),
    exportsExpired: exports("expired"),
    produceJobs: exportJobs("produce-export"),
    expireJobs: exportJobs("expire-export"),
    saidReady: sql`select count(*) from auth_audit_entry where user_id = ${id} and event = 'export.ready'`,
  } satisfies Record<keyof RowCounts, unknown>;
  return countAll(store, counts);
}

/** What the database still has to do or to throw away. */
export const readRemains = (store: Store) =>
  countAll(store, {
    jobs: sql`select count(*) from auth_job`,
    deadJobs: sql`select count(*) from auth_job where status = 'dead'`,
    mails: sql`select count(*) from auth_outbox_mail`,
    files: sql`select count(distinct file) from auth_file_chunk`,
  });

async function countAll<Name extends string>(
  store: Store,
  counts: Readonly<Record<Name, unknown>>,
): Promise<Readonly<Record<Name, number>>> {
  const columns = Object.entries(counts).map(([name, count]) => sql`(${count}) as ${sql.id(name)}`);
  const { rows } = await store.transaction((tx) =>
    sql<Readonly<Record<Name, number | string>>>`select ${sql.join(columns)}`.execute(kyselyOf(tx)),
  );
  return Object.fromEntries(
    Object.entries(rows[0]!).map(([name, count]) => [name, Number(count)]),
  ) as Record<Name, number>;
}

/** Whether anything is due: a job or a mail. */
export async function hasDue(store: Store, now: Date): Promise<boolean> {
  const { rows } = await store.transaction((tx) =>
    sql<{
      readonly due_at: Date | string;
    }>`select next_attempt_at as due_at from auth_job where status = 'queued'
      union all select next_attempt_at from auth_outbox_mail where status = 'queued'`.execute(
      kyselyOf(tx),
    ),
  );
  return rows.some(({ due_at }) => new Date(due_at) <= now);
}

import type { ColumnTypes, Migration } from "./migration.js";

/** No foreign keys: the work outlives what it is about. */
const jobs = ({ id, key, text, timestamp, integer, tableEnd }: ColumnTypes): readonly string[] => [
  `create table auth_job (
    id ${id} not null primary key,
    kind ${key} not null,
    subject ${key} not null,
    status ${text} not null check (status in ('queued', 'dead')),
    attempts ${integer} not null check (attempts >= 0),
    next_attempt_at ${timestamp} not null,
    created_at ${timestamp} not null,
    lease ${text}
  )${tableEnd}`,
  "create index auth_job_due on auth_job (status, next_attempt_at, id)",
  "create index auth_job_subject on auth_job (kind, subject)",
];

/** A request outlives its user, and then says nothing about whose it was. */
const deletions = ({ id, text, timestamp, tableEnd }: ColumnTypes): readonly string[] => [
  `create table auth_deletion_request (
    id ${id} not null primary key,
    user_id ${id} references auth_user (id) on delete set null,
    status ${text} not null check (status in ('pending', 'cancelled', 'rejected', 'completed')),
    requested_at ${timestamp} not null,
    scheduled_for ${timestamp} not null,
    reason ${text} not null,
    ended_at ${timestamp},
    error_code ${text}
  )${tableEnd}`,
  "create unique index auth_deletion_request_pending on auth_deletion_request (user_id) where status = 'pending'",
  "create index auth_deletion_request_user on auth_deletion_request (user_id, requested_at, id)",
];

/**
 * Pieces of files hold no foreign key: they are removed a few at a time, after the request that
 * named them.
 */
const exports = ({
  id,
  key,
  text,
  timestamp,
  integer,
  bytes,
  tableEnd,
}: ColumnTypes): readonly string[] => [
  `create table auth_export_request (
    id ${id} not null primary key,
    user_id ${id} not null references auth_user (id) on delete cascade,
    status ${text} not null check (status in ('pending', 'ready', 'failed', 'expired')),
    created_at ${timestamp} not null,
    ready_at ${timestamp},
    expires_at ${timestamp},
    error_message ${text},
    file_key ${text}
  )${tableEnd}`,
  "create unique index auth_export_request_pending on auth_export_request (user_id) where status = 'pending'",
  "create index auth_export_request_user on auth_export_request (user_id, created_at, id)",
  "create index auth_export_request_expiry on auth_export_request (expires_at)",

  `create table auth_file_chunk (
    file ${key} not null,
    position ${integer} not null check (position >= 0),
    bytes ${bytes} not null,
    primary key (file, position)
  )${tableEnd}`,
];

export const endOfAccounts: Migration = {
  id: "0005-end-of-accounts",
  statements: (types) => [...jobs(types), ...deletions(types), ...exports(types)],
};

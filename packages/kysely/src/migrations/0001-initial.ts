import type { ColumnTypes, Migration } from "./migration.js";

const people = ({
  id,
  key,
  text,
  timestamp,
  flag,
  json,
  tableEnd,
}: ColumnTypes): readonly string[] => [
  `create table auth_user (
    id ${id} not null primary key,
    email ${key} not null unique,
    email_verified ${flag} not null,
    name ${text} not null,
    image ${text},
    created_at ${timestamp} not null,
    updated_at ${timestamp} not null,
    reclaimed_at ${timestamp}
  )${tableEnd}`,

  `create table auth_session (
    id ${id} not null primary key,
    user_id ${id} not null references auth_user (id) on delete cascade,
    token_hash ${key} not null unique,
    authenticated_at ${timestamp} not null,
    authenticated_by ${text} not null,
    remembered ${flag} not null,
    created_at ${timestamp} not null,
    last_seen_at ${timestamp} not null,
    expires_at ${timestamp} not null,
    ip_address ${text},
    user_agent ${text}
  )${tableEnd}`,
  "create index auth_session_user on auth_session (user_id)",
  "create index auth_session_expiry on auth_session (expires_at)",

  `create table auth_organization (
    id ${id} not null primary key,
    name ${text} not null,
    slug ${key} not null unique,
    logo ${text},
    metadata ${json} not null,
    created_at ${timestamp} not null,
    updated_at ${timestamp} not null
  )${tableEnd}`,

  `create table auth_membership (
    id ${id} not null primary key,
    organization_id ${id} not null references auth_organization (id) on delete cascade,
    user_id ${id} not null references auth_user (id) on delete cascade,
    role ${text} not null check (role in ('owner', 'admin', 'member')),
    created_at ${timestamp} not null,
    unique (organization_id, user_id)
  )${tableEnd}`,
  "create index auth_membership_user on auth_membership (user_id)",
];

const queues = ({
  id,
  key,
  text,
  timestamp,
  flag,
  integer,
  tableEnd,
}: ColumnTypes): readonly string[] => [
  `create table auth_one_time_code (
    id ${id} not null primary key,
    email ${key} not null,
    type ${key} not null,
    code_hash ${text} not null,
    attempts_left ${integer} not null check (attempts_left >= -1),
    created_at ${timestamp} not null,
    expires_at ${timestamp} not null,
    unique (email, type)
  )${tableEnd}`,
  "create index auth_one_time_code_expiry on auth_one_time_code (expires_at)",

  `create table auth_outbox_mail (
    id ${id} not null primary key,
    sealed ${text} not null,
    status ${text} not null check (status in ('queued', 'dead')),
    attempts ${integer} not null check (attempts >= 0),
    next_attempt_at ${timestamp} not null,
    expires_at ${timestamp} not null,
    created_at ${timestamp} not null,
    lease ${text}
  )${tableEnd}`,
  "create index auth_outbox_mail_due on auth_outbox_mail (status, next_attempt_at, id)",

  `create table auth_counter (
    key ${key} not null primary key,
    count ${integer} not null check (count >= 0),
    spent ${flag} not null,
    resets_at ${timestamp} not null
  )${tableEnd}`,
  "create index auth_counter_reset on auth_counter (resets_at)",
];

/** No foreign keys: entries outlive what they speak of. */
const audit = ({ id, text, timestamp, json, tableEnd }: ColumnTypes): readonly string[] => [
  `create table auth_audit_entry (
    id ${id} not null primary key,
    at ${timestamp} not null,
    event ${text} not null,
    user_id ${id},
    organization_id ${id},
    ip_address ${text},
    user_agent ${text},
    detail ${json} not null
  )${tableEnd}`,
  "create index auth_audit_entry_user on auth_audit_entry (user_id, at, id)",
  "create index auth_audit_entry_organization on auth_audit_entry (organization_id, at, id)",
  "create index auth_audit_entry_at on auth_audit_entry (at)",
];

export const initial: Migration = {
  id: "0001-initial",
  statements: (types) => [...people(types), ...queues(types), ...audit(types)],
};

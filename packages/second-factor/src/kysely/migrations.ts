import type { ColumnTypes, MigrationSet } from "@acme/auth-kysely/tables";

const OWNER = "references auth_user (id) on delete cascade";

const factors = ({
  id,
  key,
  text,
  json,
  timestamp,
  integer,
  tableEnd,
}: ColumnTypes): readonly string[] => [
  `create table auth_second_factor_totp (
    user_id ${id} not null primary key ${OWNER},
    sealed_secret ${text} not null,
    last_step ${integer} not null,
    confirmed_at ${timestamp} not null,
    created_at ${timestamp} not null
  )${tableEnd}`,
  `create table auth_second_factor_recovery_code (
    user_id ${id} not null ${OWNER},
    hash ${key} not null,
    created_at ${timestamp} not null,
    primary key (user_id, hash)
  )${tableEnd}`,
  `create table auth_second_factor_enrolment (
    user_id ${id} not null primary key ${OWNER},
    session_id ${id} not null references auth_session (id) on delete cascade,
    sealed_secret ${text} not null,
    code_hashes ${json} not null,
    tries_left ${integer} not null check (tries_left >= 0),
    created_at ${timestamp} not null,
    expires_at ${timestamp} not null
  )${tableEnd}`,
  "create index auth_second_factor_enrolment_session on auth_second_factor_enrolment (session_id)",
  "create index auth_second_factor_enrolment_expiry on auth_second_factor_enrolment (expires_at)",
];

const ways = ({
  id,
  key,
  text,
  flag,
  json,
  timestamp,
  integer,
  tableEnd,
}: ColumnTypes): readonly string[] => [
  `create table auth_second_factor_pending (
    id ${id} not null primary key,
    token_hash ${key} not null unique,
    user_id ${id} not null ${OWNER},
    method ${text} not null,
    passkey_id ${id},
    user_verified ${flag} not null,
    link ${json},
    remembered ${flag},
    redirect_to ${text},
    session_id ${id},
    tries_left ${integer} not null check (tries_left >= 0),
    created_at ${timestamp} not null,
    expires_at ${timestamp} not null
  )${tableEnd}`,
  "create index auth_second_factor_pending_user on auth_second_factor_pending (user_id, created_at, id)",
  "create index auth_second_factor_pending_expiry on auth_second_factor_pending (expires_at)",
  `create table auth_second_factor_recovery (
    id ${id} not null primary key,
    user_id ${id} not null ${OWNER},
    started_at ${timestamp} not null,
    due_at ${timestamp} not null,
    expires_at ${timestamp} not null,
    ended_at ${timestamp},
    ended ${text} check (ended in ('link', 'session', 'proof', 'operator', 'completed', 'expired')),
    forget_at ${timestamp},
    ip_address ${text},
    user_agent ${text}
  )${tableEnd}`,
  "create unique index auth_second_factor_recovery_pending on auth_second_factor_recovery (user_id) where ended_at is null",
  "create index auth_second_factor_recovery_user on auth_second_factor_recovery (user_id, started_at)",
  "create index auth_second_factor_recovery_end on auth_second_factor_recovery (forget_at)",
];

export const secondFactorMigrations: MigrationSet = {
  namespace: "auth_second_factor",
  migrations: [
    {
      id: "0001-second-factor",
      statements: (types) => [...factors(types), ...ways(types)],
      phase: "expand",
    },
  ],
};

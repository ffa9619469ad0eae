import type { ColumnTypes, Migration } from "./migration.js";

const passwords = ({
  id,
  key,
  text,
  timestamp,
  integer,
  tableEnd,
}: ColumnTypes): readonly string[] => [
  `create table auth_password (
    user_id ${id} not null primary key references auth_user (id) on delete cascade,
    hash ${text} not null,
    updated_at ${timestamp} not null
  )${tableEnd}`,

  `create table auth_failure_streak (
    key ${key} not null primary key,
    failures ${integer} not null check (failures >= 0),
    blocked_until ${timestamp} not null,
    expires_at ${timestamp} not null
  )${tableEnd}`,
  "create index auth_failure_streak_expiry on auth_failure_streak (expires_at)",
];

const links = ({ id, key, text, timestamp, tableEnd }: ColumnTypes): readonly string[] => [
  `create table auth_mailed_link (
    id ${id} not null primary key,
    purpose ${key} not null,
    subject ${key} not null,
    token_hash ${key} not null unique,
    email ${key} not null,
    user_id ${id} references auth_user (id) on delete cascade,
    redirect_to ${text},
    created_at ${timestamp} not null,
    expires_at ${timestamp} not null,
    unique (purpose, subject)
  )${tableEnd}`,
  "create index auth_mailed_link_email on auth_mailed_link (email)",
  "create index auth_mailed_link_user on auth_mailed_link (user_id)",
  "create index auth_mailed_link_expiry on auth_mailed_link (expires_at)",
];

export const passwordsAndLinks: Migration = {
  id: "0002-passwords-and-links",
  statements: (types) => [...passwords(types), ...links(types)],
};

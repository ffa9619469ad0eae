import type { ColumnTypes, Migration } from "./migration.js";

const passkeys = ({
  id,
  key,
  text,
  timestamp,
  flag,
  json,
  integer,
  bigInteger,
  tableEnd,
}: ColumnTypes): readonly string[] => [
  `create table auth_user_handle (
    user_id ${id} not null primary key references auth_user (id) on delete cascade,
    handle ${key} not null unique
  )${tableEnd}`,

  `create table auth_passkey (
    id ${id} not null primary key,
    user_id ${id} not null references auth_user (id) on delete cascade,
    name ${text} not null,
    credential_id ${key} not null unique,
    user_handle ${text},
    public_key ${text} not null,
    algorithm ${integer} not null,
    counter ${bigInteger} not null check (counter >= 0),
    transports ${json} not null,
    device_type ${text} not null check (device_type in ('singleDevice', 'multiDevice')),
    backed_up ${flag} not null,
    aaguid ${text} not null,
    created_at ${timestamp} not null,
    last_used_at ${timestamp}
  )${tableEnd}`,
  "create index auth_passkey_user on auth_passkey (user_id)",

  `create table auth_passkey_challenge (
    id ${id} not null primary key,
    ceremony ${text} not null check (ceremony in ('registration', 'authentication')),
    challenge_hash ${key} not null unique,
    user_id ${id} references auth_user (id) on delete cascade,
    browser_hash ${text},
    created_at ${timestamp} not null,
    expires_at ${timestamp} not null
  )${tableEnd}`,
  "create index auth_passkey_challenge_user on auth_passkey_challenge (user_id)",
  "create index auth_passkey_challenge_expiry on auth_passkey_challenge (expires_at)",
];

const accounts = ({ id, key, text, timestamp, json, tableEnd }: ColumnTypes): readonly string[] => [
  `create table auth_linked_account (
    id ${id} not null primary key,
    provider_id ${key} not null,
    subject ${key} not null,
    user_id ${id} not null references auth_user (id) on delete cascade,
    scopes ${json} not null,
    created_at ${timestamp} not null,
    updated_at ${timestamp} not null,
    unique (provider_id, subject)
  )${tableEnd}`,
  "create index auth_linked_account_user on auth_linked_account (user_id)",

  `create table auth_oauth_state (
    id ${id} not null primary key,
    state_hash ${key} not null unique,
    provider_id ${text} not null,
    browser_hash ${text} not null,
    user_id ${id} references auth_user (id) on delete cascade,
    sealed ${text} not null,
    created_at ${timestamp} not null,
    expires_at ${timestamp} not null
  )${tableEnd}`,
  "create index auth_oauth_state_user on auth_oauth_state (user_id)",
  "create index auth_oauth_state_expiry on auth_oauth_state (expires_at)",
];

const names = ({ text }: ColumnTypes): readonly string[] => [
  `alter table auth_mailed_link add column name ${text}`,
];

export const passkeysAndAccounts: Migration = {
  id: "0003-passkeys-and-accounts",
  statements: (types) => [...passkeys(types), ...accounts(types), ...names(types)],
};

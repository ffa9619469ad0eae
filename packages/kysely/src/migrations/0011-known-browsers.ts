import type { ColumnTypes, Migration } from "./migration.js";

/**
 * The hash is of user id and cookie together: rows of two users in one browser have nothing in
 * common. The session is the newest one of the browser.
 */
const knownBrowsers = ({ id, key, flag, timestamp, tableEnd }: ColumnTypes): readonly string[] => [
  `create table auth_known_browser (
    id ${id} not null primary key,
    user_id ${id} not null references auth_user (id) on delete cascade,
    browser_hash ${key} not null,
    session_id ${id} not null,
    seen_at ${timestamp} not null,
    expires_at ${timestamp} not null
  )${tableEnd}`,
  "create unique index auth_known_browser_hash on auth_known_browser (browser_hash)",
  "create index auth_known_browser_user on auth_known_browser (user_id, seen_at, id)",
  "create index auth_known_browser_expiry on auth_known_browser (expires_at)",
  // Of users from before it is not known. They are told of a sign-in once too often rather than
  // never.
  `alter table auth_user add column has_signed_in ${flag} not null default true`,
];

/** Whom an entry is about, when that is another than who did it. */
const audit = ({ id }: ColumnTypes): readonly string[] => [
  `alter table auth_audit_entry add column done_to ${id}`,
  // Erasure looks for the few that name a user.
  "create index auth_audit_entry_done_to on auth_audit_entry (done_to) where done_to is not null",
  // One event among all that happened in an organization.
  "create index auth_audit_entry_event on auth_audit_entry (organization_id, event, at, id) where organization_id is not null",
  // Whether an email address is still the one that a member had.
  "create index auth_audit_entry_email_changed on auth_audit_entry (user_id, at) where event = 'email.changed'",
];

/**
 * Users are told of a sign-in from a browser that they have not used before, and lists of the audit
 * log name whom they speak of.
 */
export const knownBrowsersAndNames: Migration = {
  id: "0011-known-browsers",
  statements: (types) => [...knownBrowsers(types), ...audit(types)],
};

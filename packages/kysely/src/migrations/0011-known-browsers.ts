import type { ColumnTypes, Migration } from "./migration.js";

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

/** Lists of the audit log name whom they speak of. */
export const knownBrowsersAndNames: Migration = {
  id: "0011-known-browsers",
  statements: (types) => audit(types),
};

import type { Migration } from "./migration.js";

/**
 * Users can be suspended, and the audit log holds what an operator wrote, in a column that no view
 * of users shows.
 */
export const operators: Migration = {
  id: "0010-operators",
  statements: ({ text, timestamp }) => [
    `alter table auth_user add column suspended_at ${timestamp}`,
    `alter table auth_user add column suspended_until ${timestamp}`,
    `alter table auth_audit_entry add column operator ${text}`,
    // Operators look through the few that are suspended or unverified among very many.
    "create index auth_user_suspended on auth_user (email) where suspended_at is not null",
    "create index auth_user_unverified on auth_user (email) where email_verified = false",
  ],
};

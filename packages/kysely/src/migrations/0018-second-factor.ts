import type { Migration } from "./migration.js";

/**
 * What the session check and the rules of the base read of second factors. Everything else is the
 * feature's. Nothing is filled: a session without `methods` was opened by `authenticated_by` alone,
 * and a passkey without `uv_initialized` was registered with user verification. Tables are locked in
 * the order in which the session check reads them, so that neither waits for the other.
 */
export const secondFactor: Migration = {
  id: "0018-second-factor",
  statements: ({ text, timestamp, flag }) => [
    `alter table auth_session add column methods ${text}`,
    `alter table auth_session add column second_factor_at ${timestamp}`,
    `alter table auth_user add column second_factor_since ${timestamp}`,
    `alter table auth_user add column recovery_due_at ${timestamp}`,
    `alter table auth_organization add column require_second_factor ${flag}`,
    `alter table auth_passkey add column uv_initialized ${flag}`,
    `alter table auth_passkey_challenge add column mediation ${text}`,
    "create index auth_user_enrolled on auth_user (second_factor_since) where second_factor_since is not null",
  ],
};

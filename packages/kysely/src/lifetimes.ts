import type { Retention } from "@acme/auth-core/store";
import type { Database } from "./schema.js";

/** What ends the life of a table's rows. */
export interface Lifetime<Column extends string = string> {
  /** The column that tells the rows apart. */
  readonly key: Column;
  /** A row is removed once `ends` has come, at that very instant. */
  readonly ends: Column;
  /** The rows are kept for this long after `ends`, and removed at that very instant. */
  readonly keptFor?: keyof Retention;
  /** Nothing is removed at the very instant, only from the next on. */
  readonly exclusive?: true;
  /** Only rows of these statuses are removed. */
  readonly statuses?: readonly string[];
  /** Most rows have one of these statuses. */
  readonly mostlySettled?: true;
  /** Only rows of this kind are removed. */
  readonly kind?: string;
}

/**
 * Every table of `Tables`, each behind those it refers to, and what ends the life of its rows; null
 * where they end only with their owner or by a use case. A table that is missing does not compile.
 */
export type Lifetimes<Tables extends object> = {
  readonly [Name in keyof Tables & string]: Lifetime<keyof Tables[Name] & string> | null;
};

/** The tables of the base. */
export const LIFETIMES: Lifetimes<Database> = {
  auth_user: null,
  auth_password: null,
  auth_failure_streak: { key: "key", ends: "expires_at" },
  auth_mailed_link: { key: "id", ends: "expires_at" },
  auth_user_handle: null,
  auth_passkey: null,
  auth_passkey_challenge: { key: "id", ends: "expires_at" },
  auth_linked_account: null,
  auth_oauth_state: { key: "id", ends: "expires_at" },
  auth_session: { key: "id", ends: "expires_at" },
  auth_known_browser: { key: "id", ends: "expires_at" },
  auth_organization: null,
  auth_membership: null,
  auth_invitation: { key: "id", ends: "expires_at", keptFor: "invitations" },
  auth_one_time_code: { key: "id", ends: "expires_at" },
  // A queued mail that has expired is dropped by the worker, which says so in the log.
  auth_outbox_mail: { key: "id", ends: "expires_at", statuses: ["dead"] },
  auth_counter: { key: "key", ends: "resets_at" },
  auth_audit_entry: { key: "id", ends: "at", keptFor: "auditEntries", exclusive: true },
  // Other dead jobs wait for an operator: an account, an export or a file is at stake.
  auth_job: {
    key: "id",
    ends: "next_attempt_at",
    keptFor: "subscriberCalls",
    statuses: ["dead"],
    kind: "notify-subscriber",
  },
  auth_deletion_request: null,
  // As long as the ledger lists them.
  auth_erasure: null,
  // Its job ends an export: there is a file to remove.
  auth_export_request: null,
  auth_file_chunk: null,
};

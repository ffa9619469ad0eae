import type { ColumnTypes, Migration } from "./migration.js";

/**
 * A link without a session that changes an email address was mailed by an earlier version. It is
 * dead: nothing says whether its session still lives.
 */
const links = ({ id }: ColumnTypes): readonly string[] => [
  `alter table auth_mailed_link add column session_id ${id}`,
];

/**
 * Whoever holds an unverified account must not learn who else tried to sign in to it (rules: audit
 * log).
 */
const refusals: readonly string[] = [
  `update auth_audit_entry set ip_address = null, user_agent = null
    where event in ('user.sign_up_refused', 'password.refused', 'code.refused', 'passkey.refused')
    and user_id in (select id from auth_user where not email_verified)`,
];

/**
 * Deletions that have failed can be cancelled; those of an earlier version say so in their job
 * only.
 */
const failedDeletions: readonly string[] = [
  `update auth_deletion_request set error_code = 'ERASURE_FAILED'
    where status = 'pending'
    and id in (select subject from auth_job where kind = 'delete-account' and attempts > 0)`,
];

export const accountSafety: Migration = {
  id: "0006-account-safety",
  statements: (types) => [...links(types), ...refusals, ...failedDeletions],
};

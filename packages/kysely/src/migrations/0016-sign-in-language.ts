import type { Migration } from "./migration.js";

/**
 * The header `Accept-Language` of a user's last sign-in, by which notices are matched until the
 * user chooses a language; null until the next sign-in.
 */
export const signInLanguage: Migration = {
  id: "0016-sign-in-language",
  statements: ({ text }) => [`alter table auth_user add column sign_in_language ${text}`],
};

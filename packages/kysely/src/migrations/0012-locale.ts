import type { Migration } from "./migration.js";

/** The language in which a user reads mails, as a BCP 47 tag; null until they choose one. */
export const locale: Migration = {
  id: "0012-locale",
  statements: ({ text }) => [`alter table auth_user add column locale ${text}`],
};

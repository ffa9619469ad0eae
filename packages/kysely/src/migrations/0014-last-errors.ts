import type { Migration } from "./migration.js";

/** Why the last attempt at a job failed, without values; null until one does. */
export const lastErrors: Migration = {
  id: "0014-last-errors",
  statements: ({ text }) => [`alter table auth_job add column last_error ${text}`],
};

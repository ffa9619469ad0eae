import type { Migration } from "./migration.js";

/** A job may carry what its subject does not say: the event of which a subscriber is told. */
export const payloadsOfJobs: Migration = {
  id: "0008-payloads-of-jobs",
  statements: ({ json }) => [`alter table auth_job add column payload ${json}`],
};

import type { Migration } from "./migration.js";

/**
 * A request that outlives its user keeps no reason: people write about themselves in it. The index
 * leads the rewrite and the sweep to the few that an earlier release has left.
 */
export const reasonsOfTombstones: Migration = {
  id: "0015-reasons-of-tombstones",
  statements: () => [
    "create index auth_deletion_request_told on auth_deletion_request (user_id, reason) where user_id is null",
  ],
  rewrites: () => [
    "update auth_deletion_request set reason = '' where id in (select id from auth_deletion_request where user_id is null and reason > '' order by user_id, reason limit 1000)",
  ],
};

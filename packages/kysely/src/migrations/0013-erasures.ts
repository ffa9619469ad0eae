import type { Migration } from "./migration.js";

/**
 * The erasures that a database knows of, under keyed pseudonyms: what a restored backup has
 * forgotten is what the ledger has besides.
 */
export const erasures: Migration = {
  id: "0013-erasures",
  statements: ({ key, timestamp, tableEnd }) => [
    `create table auth_erasure (
      entry ${key} not null primary key,
      known_since ${timestamp} not null
    )${tableEnd}`,
  ],
};

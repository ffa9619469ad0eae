import type { Migration } from "./migration.js";

/** The fields that an application adds to its users, as one JSON object; null for nothing stored. */
export const ownFields: Migration = {
  id: "0019-own-fields",
  statements: ({ json }) => [`alter table auth_user add column own_fields ${json}`],
};

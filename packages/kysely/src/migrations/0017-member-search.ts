import type { Migration } from "./migration.js";

/** Members are found by the beginning of their name. Email addresses have an index already. */
export const memberSearch: Migration = {
  id: "0017-member-search",
  statements: ({ foldedAscii }) => [
    `create index auth_user_folded_name on auth_user (${foldedAscii("name")})`,
  ],
};

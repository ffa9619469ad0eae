/** The roles of an organization, from the most to the least powerful. */
export const ROLES = ["owner", "admin", "member"] as const;
/** The one role a membership has. */
export type Role = (typeof ROLES)[number];

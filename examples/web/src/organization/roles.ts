export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
};
/** After "as" and "is". */
export const ROLE_IN_WORDS: Readonly<Record<Role, string>> = {
  owner: "an owner",
  admin: "an admin",
  member: "a member",
};

/**
 * What this front end looks for in the `permissions` of the signed-in person. The service decides;
 * here it is only not to offer in vain.
 */
export type Permission =
  | "org:update"
  | "org:delete"
  | "org:members:write"
  | "org:invitations:read"
  | "org:invitations:write"
  | "org:ownership:transfer"
  | "org:audit:read"
  | "billing:read"
  | "billing:write";

/** Only owners change owners. Permissions say whether a member may change others. */
export const mayDealWith = (actor: Role, other: Role): boolean =>
  actor === "owner" || other !== "owner";

/** The roles that a member may give, for a choice among them. */
export const rolesToGive = (actor: Role): readonly (readonly [Role, string])[] =>
  ROLES.filter((role) => mayDealWith(actor, role)).map((role) => [role, ROLE_NAMES[role]]);

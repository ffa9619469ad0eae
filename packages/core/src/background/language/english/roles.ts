/** What the roles are called, in mails and on pages. */
export const ROLES = { owner: "Owner", admin: "Admin", member: "Member" } as const;

/** What the roles are called, in mails and on pages. */
export const ROLES = { owner: "Inhaber", admin: "Administrator", member: "Mitglied" } as const;

/** What the roles are called, in mails and on pages. */
export const ROLES = { owner: "Propriétaire", admin: "Administrateur", member: "Membre" } as const;

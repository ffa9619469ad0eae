/** What the roles are called, in mails and on pages. */
export const ROLES = { owner: "Propietario", admin: "Administrador", member: "Miembro" } as const;

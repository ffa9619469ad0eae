/** What the roles are called, in mails and on pages. */
export const ROLES = { owner: "オーナー", admin: "管理者", member: "メンバー" } as const;

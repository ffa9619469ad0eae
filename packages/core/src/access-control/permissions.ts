export const ROLES = ["owner", "admin", "member"] as const;
/** The one role a membership has. */
export type Role = (typeof ROLES)[number];

/** Which roles have a permission. Owners have every one. */
export interface RolesWith {
  readonly owner: true;
  readonly admin: boolean;
  readonly member: boolean;
}

const ownerOnly: RolesWith = { owner: true, admin: false, member: false };
const admins: RolesWith = { owner: true, admin: true, member: false };
const everyone: RolesWith = { owner: true, admin: true, member: true };

/** `<resource>:<action>` or `<scope>:<resource>:<action>`. */
export type PermissionId = `${string}:${string}`;

/** The catalog of permissions and the roles that have each. An application adds its own. */
export const CORE_PERMISSIONS = {
  "org:read": everyone,
  "org:update": admins,
  "org:delete": ownerOnly,
  "org:members:read": everyone,
  "org:members:write": admins,
  "org:invitations:read": admins,
  "org:invitations:write": admins,
  "org:ownership:transfer": ownerOnly,
  "org:audit:read": admins,
  "billing:read": everyone,
  "billing:write": admins,
} as const satisfies Record<PermissionId, RolesWith>;

export type CorePermission = keyof typeof CORE_PERMISSIONS;
export type PermissionMap = Readonly<Record<PermissionId, RolesWith>>;

export const ORG_READ = "org:read";
export const ORG_UPDATE = "org:update";
export const ORG_DELETE = "org:delete";
export const ORG_MEMBERS_READ = "org:members:read";
export const ORG_MEMBERS_WRITE = "org:members:write";
export const ORG_INVITATIONS_READ = "org:invitations:read";
export const ORG_INVITATIONS_WRITE = "org:invitations:write";
export const ORG_OWNERSHIP_TRANSFER = "org:ownership:transfer";
export const ORG_AUDIT_READ = "org:audit:read";
export const BILLING_READ = "billing:read";
export const BILLING_WRITE = "billing:write";

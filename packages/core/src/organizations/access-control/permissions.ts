import type { Role } from "../../kernel/role.js";

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
  "org:security:write": ownerOnly,
  "org:audit:read": admins,
  "billing:read": everyone,
  "billing:write": admins,
} as const satisfies Record<PermissionId, RolesWith>;

/**
 * A feature's own permissions, for its `permissions`: each says for every role
 * whether it has it, or it does not compile. Throws a `RangeError` for ids that are no ids, or
 * stand in the catalog already.
 */
export function definePermissions<const M extends PermissionMap>(permissions: M): M {
  const ids = Object.keys(permissions);
  const taken = ids.filter((id) => Object.hasOwn(CORE_PERMISSIONS, id));
  const shapeless = ids.filter((id) => !/^[a-z][\w-]*(:[a-z][\w-]*){1,2}$/i.test(id));
  if (taken.length > 0)
    throw new RangeError(`permissions: ${taken.join(", ")} stand in the catalog already`);
  if (shapeless.length > 0)
    throw new RangeError(
      `permissions: ${shapeless.join(", ")} are not of the form resource:action or scope:resource:action`,
    );
  return permissions;
}

/** A permission of the catalog: a key of `CORE_PERMISSIONS`. */
export type CorePermission = keyof typeof CORE_PERMISSIONS;
/** Permissions, each with the roles that have it: what `definePermissions` takes. */
export type PermissionMap = Readonly<Record<PermissionId, RolesWith>>;

/** To see the organization. Every role has it. */
export const ORG_READ = "org:read";
/** To change the name, slug, logo and metadata. Owners and admins have it. */
export const ORG_UPDATE = "org:update";
/** To delete the organization. Only owners have it. */
export const ORG_DELETE = "org:delete";
/** To list the members. Every role has it. */
export const ORG_MEMBERS_READ = "org:members:read";
/**
 * To remove members and change their roles. Owners and admins have it; no admin may touch an owner.
 */
export const ORG_MEMBERS_WRITE = "org:members:write";
/** To list the invitations. Owners and admins have it. */
export const ORG_INVITATIONS_READ = "org:invitations:read";
/** To invite, to send an invitation again and to cancel one. Owners and admins have it. */
export const ORG_INVITATIONS_WRITE = "org:invitations:write";
/** To make another member the owner in one's own place. Only owners have it. */
export const ORG_OWNERSHIP_TRANSFER = "org:ownership:transfer";
/**
 * To require a second factor of the sessions that work in the organization. Only owners have it.
 */
export const ORG_SECURITY_WRITE = "org:security:write";
/** To read the audit log of the organization. Owners and admins have it. */
export const ORG_AUDIT_READ = "org:audit:read";
/** To see invoices and plans in the billing module of an application. Every role has it. */
export const BILLING_READ = "billing:read";
/** To change plans in the billing module of an application. Owners and admins have it. */
export const BILLING_WRITE = "billing:write";

const permissionsOf = (role: Role): readonly CorePermission[] =>
  (Object.keys(CORE_PERMISSIONS) as CorePermission[]).filter(
    (permission) => CORE_PERMISSIONS[permission][role],
  );

/** The catalog, read by role. */
export const ROLE_TO_PERMISSIONS: Readonly<Record<Role, readonly CorePermission[]>> = {
  owner: permissionsOf("owner"),
  admin: permissionsOf("admin"),
  member: permissionsOf("member"),
};

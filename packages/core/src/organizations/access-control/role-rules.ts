import type { Role } from "../../kernel/role.js";
import { CORE_PERMISSIONS, type CorePermission } from "./permissions.js";

/** Whether a role has a permission of the catalog. */
export const permits = (role: Role, permission: CorePermission): boolean =>
  CORE_PERMISSIONS[permission][role];

/**
 * Returns whether a member of role `actor` may change a member of role `target`. Only owners
 * change, make or remove owners.
 */
export const outranks = (actor: Role, target: Role): boolean =>
  actor === "owner" || (actor === "admin" && target !== "owner");

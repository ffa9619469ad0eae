import { CORE_PERMISSIONS, type CorePermission } from "./permissions.js";
import type { Role } from "../../kernel/role.js";

/** Whether a role has a permission of the catalog. */
export const permits = (role: Role, permission: CorePermission): boolean =>
  CORE_PERMISSIONS[permission][role];

/** Whether somebody of role `actor` may deal with one of role `target`: nobody but owners touches owners, makes them or unmakes them. */
export const outranks = (actor: Role, target: Role): boolean =>
  actor === "owner" || (actor === "admin" && target !== "owner");

import { describe, expect, it } from "vitest";
import * as catalog from "./permissions.js";
import { CORE_PERMISSIONS, type CorePermission } from "./permissions.js";
import { ROLES } from "../../kernel/role.js";

/** The table of the rules, written out a second time: owner, admin, member. */
const MATRIX: {
  readonly [P in CorePermission]: readonly [owner: boolean, admin: boolean, member: boolean];
} = {
  "org:read": [true, true, true],
  "org:update": [true, true, false],
  "org:delete": [true, false, false],
  "org:members:read": [true, true, true],
  "org:members:write": [true, true, false],
  "org:invitations:read": [true, true, false],
  "org:invitations:write": [true, true, false],
  "org:ownership:transfer": [true, false, false],
  "org:audit:read": [true, true, false],
  "billing:read": [true, true, true],
  "billing:write": [true, true, false],
};

describe("the catalog of permissions", () => {
  it("gives each role what the rules say", () => {
    const rows = Object.entries(CORE_PERMISSIONS).map(([id, roles]) => [
      id,
      ROLES.map((role) => roles[role]),
    ]);
    expect(Object.fromEntries(rows)).toEqual(MATRIX);
  });

  it("has a constant for every id", () => {
    const {
      CORE_PERMISSIONS: _table,
      ROLE_TO_PERMISSIONS: _byRole,
      definePermissions: _define,
      ...constants
    } = catalog;
    expect(constants).toEqual(
      Object.fromEntries(
        Object.keys(MATRIX).map((id) => [id.toUpperCase().replaceAll(":", "_"), id]),
      ),
    );
  });

  it("reads the same by role", () => {
    for (const role of ROLES) {
      const held = (Object.keys(CORE_PERMISSIONS) as CorePermission[]).filter(
        (id) => CORE_PERMISSIONS[id][role],
      );
      expect(catalog.ROLE_TO_PERMISSIONS[role]).toEqual(held);
    }
    expect(catalog.ROLE_TO_PERMISSIONS.member).toEqual([
      "org:read",
      "org:members:read",
      "billing:read",
    ]);
  });

  it.each(Object.keys(CORE_PERMISSIONS))(
    "spells %s as resource and action, with a scope at most",
    (id) => {
      expect(id).toMatch(/^[a-z]+(:[a-z]+){1,2}$/);
    },
  );
});

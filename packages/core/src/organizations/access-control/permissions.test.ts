import { keysOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it } from "vitest";
import { ROLES } from "../../kernel/role.js";
import * as catalog from "./permissions.js";
import { CORE_PERMISSIONS, type CorePermission } from "./permissions.js";

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
  "org:security:write": [true, false, false],
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
      const held = keysOf(CORE_PERMISSIONS).filter((id) => CORE_PERMISSIONS[id][role]);
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

describe("the permissions that an application defines", () => {
  const everyone = { owner: true, admin: true, member: true } as const;

  it("are returned as they are given, with a scope or without", () => {
    const own = { "reports:read": everyone, "crm:deals:write": everyone };
    expect(catalog.definePermissions(own)).toBe(own);
  });

  it("are refused where the catalog has them already, and the error names each", () => {
    const own = { "org:read": everyone, "reports:read": everyone, "billing:write": everyone };
    expect(() => catalog.definePermissions(own)).toThrow(
      new RangeError("permissions: org:read, billing:write stand in the catalog already"),
    );
  });

  it("are refused when they have no resource and action, and the error names each", () => {
    const own = { reports: everyone, "reports:read": everyone, "a:b:c:d": everyone };
    expect(() => catalog.definePermissions(own as never)).toThrow(
      new RangeError(
        "permissions: reports, a:b:c:d are not of the form resource:action or scope:resource:action",
      ),
    );
  });
});

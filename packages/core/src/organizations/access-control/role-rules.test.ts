import { describe, expect, it } from "vitest";
import { ROLES } from "../../kernel/role.js";
import { outranks, permits } from "./role-rules.js";

describe("what a role may do", () => {
  it.each([
    ["owner", ["owner", "admin", "member"]],
    ["admin", ["admin", "member"]],
    ["member", []],
  ] as const)("an %s changes members whose role is one of %j", (actor, targets) => {
    expect(ROLES.filter((target) => outranks(actor, target))).toEqual(targets);
  });

  it("stands in the catalog", () => {
    expect(ROLES.filter((role) => permits(role, "org:delete"))).toEqual(["owner"]);
    expect(ROLES.filter((role) => permits(role, "org:members:write"))).toEqual(["owner", "admin"]);
    expect(ROLES.filter((role) => permits(role, "org:read"))).toEqual(ROLES);
  });
});

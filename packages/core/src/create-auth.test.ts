import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createInbox, fixedLinks } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import {
  CORE_PERMISSIONS,
  type PermissionMap,
} from "./organizations/access-control/permissions.js";
import { createAuth } from "./create-auth.js";

const everyone = { owner: true, admin: true, member: true } as const;

const authWith = (permissions: PermissionMap) =>
  createAuth({
    store: createSqliteStore(":memory:"),
    mailer: createInbox(),
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    permissions,
  });

describe("an application's own permissions", () => {
  it.each([
    "reports:read",
    "app:reports:export",
    "a:b",
    "Reports:Read",
    "audit-log:read_all",
    "r2d2:c3",
  ] as const)("may be called %s", (id) => {
    expect(authWith({ [id]: everyone }).accessControl.permissionsOf("member")).toContain(id);
  });

  it.each(Object.keys(CORE_PERMISSIONS))("cannot loosen what the catalog says of %s", (id) => {
    expect(() => authWith({ [id]: everyone })).toThrow(
      new RangeError(`permissions: ${id} stand in the catalog already`),
    );
  });

  it.each([
    "reports",
    "reports:",
    ":read",
    "a:b:c:d",
    "reports: read",
    "reports:read ",
    "1a:b",
    "reports:*",
    "",
    ":",
    "reports:read\n",
  ])("cannot be called %j", (id) => {
    expect(() => authWith({ [id]: everyone })).toThrow(RangeError);
    expect(() => authWith({ [id]: everyone })).toThrow(
      "are not of the form resource:action or scope:resource:action",
    );
  });

  it("are refused all at once, by name", () => {
    const shapeless = { x: everyone, y: everyone };
    expect(() => authWith({ "reports:read": everyone, ...shapeless })).toThrow(
      "permissions: x, y are not of the form",
    );
    expect(() => authWith({ "org:read": everyone, "org:delete": everyone })).toThrow(
      "permissions: org:read, org:delete stand in the catalog already",
    );
  });
});

describe("a system", () => {
  it.each(["", "hunter2", "A".repeat(42)])("is not built on the secret %j", (secret) => {
    expect(() =>
      createAuth({
        store: createSqliteStore(":memory:"),
        mailer: createInbox(),
        links: fixedLinks,
        secret,
      }),
    ).toThrow(RangeError);
  });

  it("is not built on an earlier secret that is none", () => {
    const secret = Buffer.alloc(32, 7).toString("base64");
    const options = {
      store: createSqliteStore(":memory:"),
      mailer: createInbox(),
      links: fixedLinks,
      secret,
    };
    expect(() => createAuth({ ...options, previousSecrets: [secret, "hunter2"] })).toThrow(
      "secret 3 must be base64",
    );
  });

  it("is not built on numbers out of bounds", () => {
    const options = {
      store: createSqliteStore(":memory:"),
      mailer: createInbox(),
      links: fixedLinks,
      secret: Buffer.alloc(32, 7).toString("base64"),
    };
    expect(() => createAuth({ ...options, policy: { codeTries: 6 } })).toThrow(
      "codeTries must be a whole number from 1 to 5",
    );
  });
});

import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked, createFixedClock } from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it } from "vitest";
import { auditRows, createTestAuth, somebody as client } from "../../../test/worlds.js";
import type { Caller } from "../../account/session/caller-store.js";
import { defineFeature } from "../../feature.js";
import { MINUTE } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError, defineErrors } from "../../kernel/errors.js";
import { type OrganizationId, type SessionId, toId, type UserId } from "../../kernel/ids.js";
import { type Role, ROLES } from "../../kernel/role.js";
import { silentLogger } from "../../platform/console-logger.js";
import { CORE_PERMISSIONS, type CorePermission, ROLE_TO_PERMISSIONS } from "./permissions.js";

const errors = defineErrors({ SHUT: { kind: "forbidden", message: "Not today." } });
const PERMISSIONS = keysOf(CORE_PERMISSIONS);
const then = new Date(0);

function callerWith(role: Role | null, user = "user-1", organization = "organization-1"): Caller {
  const userId = toId<UserId>(user);
  return {
    user: {
      id: userId,
      email: asChecked<EmailAddress>("ada@example.com"),
      emailVerified: true,
      name: "",
      image: null,
      createdAt: then,
      updatedAt: then,
      reclaimedAt: null,
    },
    session: {
      id: toId<SessionId>("session-1"),
      userId,
      authenticatedAt: then,
      authenticatedBy: "email-otp",
      remembered: true,
      createdAt: then,
      lastSeenAt: then,
      expiresAt: then,
      ipAddress: null,
      userAgent: null,
      methods: null,
      secondFactorAt: null,
    },
    by: { kind: "session", id: toId<SessionId>("session-1") },
    secondFactor: { since: null, recoveryDueAt: null },
    membership: role && {
      organization: {
        id: toId<OrganizationId>(organization),
        name: "Acme",
        slug: "acme",
        requireSecondFactor: false,
      },
      role,
    },
  };
}

async function openWorld() {
  const store = await openMemoryStore();
  // A denial of nobody is not audited.
  for (const id of ["user-1", "user-2"]) {
    const email = asChecked<EmailAddress>(`${id}@example.com`);
    await store.users.insertUnlessTaken(asChecked({ ...callerWith(null, id).user, email }));
  }
  const clock = createFixedClock();
  const warnings: unknown[] = [];
  const { accessControl } = createTestAuth({
    store,
    features: [
      defineFeature({
        name: "reports",
        permissions: {
          "reports:read": { owner: true, admin: true, member: false },
          "app:reports:export": { owner: true, admin: false, member: false },
        },
        errors,
        // Without a gate no session has two factors, and no organization can require them.
        signIn: {
          gate: { refuses: [errors.SHUT], create: () => ({ ask: async () => "open" }) },
        },
      }),
    ],
    logger: { ...silentLogger, warn: (event, fields) => void warnings.push([event, fields]) },
    ports: { clock },
  });
  const denials = async () =>
    (await auditRows(store)).map(({ event, user_id, organization_id, ip_address, detail }) => ({
      event,
      user_id,
      organization_id,
      ip_address,
      detail,
    }));
  return { accessControl, clock, warnings, denials };
}

describe("a permission", () => {
  it.each(ROLES)("is granted to the %s by the table, and by nothing else", async (role) => {
    const { accessControl } = await openWorld();
    for (const permission of PERMISSIONS) {
      const allowed = CORE_PERMISSIONS[permission][role];
      expect(accessControl.allows(role, permission), permission).toBe(allowed);
      expect(accessControl.permissionsOf(role).includes(permission), permission).toBe(allowed);
      const asked = accessControl.authorize(callerWith(role), permission, client);
      if (allowed)
        expect(await asked).toEqual({
          userId: "user-1",
          organizationId: "organization-1",
          role,
          fresh: false,
        });
      else await expect(asked).rejects.toThrow(new AuthError("PERMISSION_DENIED"));
    }
  });

  it("of the application's own is granted by its own table", async () => {
    const { accessControl } = await openWorld();
    expect(ROLES.map((role) => accessControl.allows(role, "reports:read"))).toEqual([
      true,
      true,
      false,
    ]);
    expect(ROLES.map((role) => accessControl.allows(role, "app:reports:export"))).toEqual([
      true,
      false,
      false,
    ]);
    expect(accessControl.permissionsOf("owner")).toEqual([
      ...PERMISSIONS,
      "reports:read",
      "app:reports:export",
    ]);
    expect(accessControl.permissionsOf("admin")).toEqual([
      ...ROLE_TO_PERMISSIONS.admin,
      "reports:read",
    ]);
    expect(accessControl.permissionsOf("member")).toEqual(ROLE_TO_PERMISSIONS.member);
  });

  it("in the organization that the caller works in is decided by the role that their session was read with, in any other by the membership that is stored", async () => {
    const { accessControl } = await openWorld();
    const permission = "org:update";
    // Neither organization has a member: only the session knows of one.
    const ask = (organization: string) =>
      accessControl.authorizeIn(
        callerWith("admin"),
        { organizationId: toId<OrganizationId>(organization), permission },
        client,
      );
    expect(await ask("organization-1")).toMatchObject({
      organizationId: "organization-1",
      role: "admin",
    });
    await expect(ask("organization-2")).rejects.toThrow(new AuthError("ORGANIZATION_NOT_FOUND"));
  });

  it.each(["org:reed", "", "__proto__", "constructor", "ORG:READ", "org:read "])(
    "that is not declared is granted to no role: %j",
    async (misspelt) => {
      const { accessControl } = await openWorld();
      for (const role of ROLES)
        expect(accessControl.allows(role, misspelt as CorePermission)).toBe(false);
    },
  );

  it("needs an active organization, and asking without one is no denial", async () => {
    const { accessControl, denials, warnings } = await openWorld();
    await expect(accessControl.authorize(callerWith(null), "org:read", client)).rejects.toThrow(
      new AuthError("NO_ACTIVE_ORGANIZATION"),
    );
    expect(await denials()).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe("a denial", () => {
  it("is logged with who, where and what, as often as it is audited", async () => {
    const { accessControl, clock, warnings } = await openWorld();
    const line = [
      "authz_fail",
      { userId: "user-1", organizationId: "organization-1", permission: "org:delete" },
    ];
    const deny = async (times: number) => {
      for (let time = 0; time < times; time++)
        await expect(
          accessControl.authorize(callerWith("member"), "org:delete", client),
        ).rejects.toThrow(AuthError);
    };
    await deny(3);
    expect(warnings).toEqual([line]);
    clock.advance(10 * MINUTE);
    await deny(2);
    expect(warnings).toEqual([line, line]);
  });

  it("is audited once in ten minutes, however often and however many at once", async () => {
    const { accessControl, clock, denials } = await openWorld();
    const deny = () =>
      expect(accessControl.authorize(callerWith("member"), "org:delete", client)).rejects.toThrow(
        AuthError,
      );
    await Promise.all(Array.from({ length: 20 }, deny));
    const entry = {
      event: "permission.denied",
      user_id: "user-1",
      organization_id: "organization-1",
      ip_address: "192.0.2.1",
      detail: '{"permission":"org:delete"}',
    };
    expect(await denials()).toEqual([entry]);
    clock.advance(10 * MINUTE - 1);
    await deny();
    expect(await denials()).toHaveLength(1);
    clock.advance(1);
    await deny();
    expect(await denials()).toEqual([entry, entry]);
  });

  it("is audited for each user, organization and permission apart", async () => {
    const { accessControl, denials } = await openWorld();
    const asked = [
      accessControl.authorize(callerWith("member"), "org:delete", client),
      accessControl.authorize(callerWith("member"), "org:update", client),
      accessControl.authorize(callerWith("member", "user-2"), "org:delete", client),
      accessControl.authorize(
        callerWith("member", "user-1", "organization-2"),
        "org:delete",
        client,
      ),
    ];
    await Promise.allSettled(asked);
    expect(await denials()).toHaveLength(4);
  });
});

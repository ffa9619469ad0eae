import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked, createFixedClock } from "@acme/auth-testing";
import { stringContaining } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { createTestAuth, somebody as client } from "../../../test/worlds.js";
import type { Caller } from "../../account/session/caller-store.js";
import { defineFeature } from "../../feature.js";
import { after, HOUR, MINUTE } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError, defineErrors } from "../../kernel/errors.js";
import {
  type MembershipId,
  type OrganizationId,
  type PasskeyId,
  type SessionId,
  toId,
  type UserId,
} from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";

const errors = defineErrors({ SHUT: { kind: "forbidden", message: "Not today." } });
const gate = defineFeature({
  name: "gate",
  errors,
  signIn: { gate: { refuses: [errors.SHUT], create: () => ({ ask: async () => "open" }) } },
});

const ACME = toId<OrganizationId>("acme");
const OTHER = toId<OrganizationId>("other");

/** Ada, in Acme, which requires a second factor, and in another organization, which does not. */
async function openWorld({
  role = "owner",
  features = [gate],
}: {
  readonly role?: Role;
  readonly features?: readonly (typeof gate)[];
} = {}) {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const auth = createTestAuth({ store, features, ports: { clock } });
  const now = clock.now();
  const user = {
    id: toId<UserId>("ada"),
    email: asChecked<EmailAddress>("ada@example.com"),
    emailVerified: true,
    name: "Ada",
    image: null,
    createdAt: now,
    updatedAt: now,
    reclaimedAt: null,
  };
  await store.users.insertUnlessTaken(asChecked(user));
  for (const [id, requireSecondFactor] of [
    [ACME, true],
    [OTHER, false],
  ] as const) {
    const dated = { createdAt: now, updatedAt: now };
    const named = { name: id, slug: id, logo: null, metadata: {} };
    await store.organizations.insertUnlessTaken(
      asChecked({ id, ...named, requireSecondFactor, ...dated }),
    );
    await store.memberships.insertUnlessMember({
      id: toId<MembershipId>(`ada-${id}`),
      organizationId: id,
      userId: user.id,
      role,
      createdAt: now,
    });
  }
  const callerWith = (session: Partial<Caller["session"]>, since: Date | null = null): Caller => ({
    user,
    by: { kind: "session", id: toId<SessionId>("session-1") },
    session: {
      id: toId<SessionId>("session-1"),
      userId: user.id,
      authenticatedAt: now,
      authenticatedBy: "password",
      remembered: true,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: after(now, HOUR),
      ipAddress: null,
      userAgent: null,
      methods: null,
      secondFactorAt: null,
      ...session,
    },
    secondFactor: { since, recoveryDueAt: null },
    membership: {
      role,
      organization: { id: ACME, name: "Acme", slug: "acme", requireSecondFactor: true },
    },
  });
  const addPasskey = (uvInitialized: boolean) =>
    store.passkeys.insertUnlessTaken(
      asChecked({
        id: toId<PasskeyId>(`passkey-${uvInitialized}`),
        userId: user.id,
        name: "",
        credentialId: `credential-${uvInitialized}`,
        userHandle: null,
        publicKey: "key",
        algorithm: -7,
        counter: 0,
        transports: [],
        deviceType: "singleDevice",
        backedUp: false,
        aaguid: "00000000-0000-0000-0000-000000000000",
        createdAt: now,
        lastUsedAt: null,
        uvInitialized,
      }),
    );
  return { auth, store, clock, now, callerWith, addPasskey };
}

const NOT_ENROLLED = new AuthError("SECOND_FACTOR_NOT_ENROLLED");

describe("in an organization that requires a second factor, a permission", () => {
  it("is granted to a session of two factors, whether it is the active one or named", async () => {
    const { auth, callerWith, now } = await openWorld();
    const caller = callerWith({ secondFactorAt: now });
    const { accessControl } = auth;
    const wanted = { organizationId: ACME, permission: "org:read" } as const;
    expect(await accessControl.authorize(caller, "org:read", client)).toMatchObject({
      organizationId: ACME,
    });
    for (const membership of [caller.membership, null])
      expect(
        await accessControl.authorizeIn({ ...caller, membership }, wanted, client),
      ).toMatchObject({ organizationId: ACME });
  });

  it("is granted to no session of one factor, whether it is the active one or named", async () => {
    const { auth, callerWith } = await openWorld();
    const caller = callerWith({});
    const { accessControl } = auth;
    const wanted = { organizationId: ACME, permission: "org:read" } as const;
    await expect(accessControl.authorize(caller, "org:read", client)).rejects.toThrow(NOT_ENROLLED);
    for (const membership of [caller.membership, null])
      await expect(
        accessControl.authorizeIn({ ...caller, membership }, wanted, client),
      ).rejects.toThrow(NOT_ENROLLED);
    const elsewhere = { organizationId: OTHER, permission: "org:read" } as const;
    expect(await accessControl.authorizeIn(caller, elsewhere, client)).toMatchObject({
      organizationId: OTHER,
    });
  });

  it("that the role lacks is denied first, so that nothing is proven in vain", async () => {
    const { auth, callerWith } = await openWorld({ role: "member" });
    await expect(
      auth.accessControl.authorize(callerWith({}), "org:update", client),
    ).rejects.toThrow(new AuthError("PERMISSION_DENIED"));
  });
});

describe("a user who has not enrolled", () => {
  const codeOf = async (asked: Promise<unknown>) => {
    const thrown: unknown = await asked.then(
      () => null,
      (error: unknown) => error,
    );
    return AuthError.is(thrown) ? [thrown.code, thrown.challenge] : thrown;
  };
  const challenge =
    'Bearer error="insufficient_user_authentication", error_description="Two factors are required", acr_values="factors-2"';

  it("is challenged where a passkey counts as two, and told to enroll otherwise", async () => {
    const { auth, callerWith, addPasskey } = await openWorld();
    const ask = () => codeOf(auth.accessControl.authorize(callerWith({}), "org:read", client));
    expect(await ask()).toEqual(["SECOND_FACTOR_NOT_ENROLLED", null]);
    await addPasskey(false);
    expect(await ask()).toEqual(["SECOND_FACTOR_NOT_ENROLLED", null]);
    await addPasskey(true);
    expect(await ask()).toEqual(["INSUFFICIENT_USER_AUTHENTICATION", challenge]);
  });

  it("is not challenged where no gate finds a passkey to count as two", async () => {
    const { auth, callerWith, addPasskey } = await openWorld({ features: [] });
    await addPasskey(true);
    const asked = auth.sessions.requireSteppedUp(callerWith({}), { factors: 2 });
    expect(await codeOf(asked)).toEqual(["SECOND_FACTOR_NOT_ENROLLED", null]);
    expect(auth.accessControl.permissionsOf("owner")).not.toContain("org:security:write");
  });

  it("is asked nothing before a change of what protects the account", async () => {
    const { auth, callerWith } = await openWorld();
    await auth.sessions.requireProved(callerWith({}));
  });
});

it("an enrolled user proves the second factor anew before a change of what protects the account", async () => {
  const { auth, callerWith, now } = await openWorld();
  const shown = (ago: number) =>
    callerWith({ secondFactorAt: after(now, -ago) }, after(now, -HOUR));
  await auth.sessions.requireProved(shown(10 * MINUTE - 1));
  await expect(auth.sessions.requireProved(shown(10 * MINUTE))).rejects.toMatchObject({
    code: "INSUFFICIENT_USER_AUTHENTICATION",
    challenge: stringContaining('max_age="600"'),
  });
});

it("a grant meets a demand by the session that it was made for, and no copy of it does", async () => {
  const { auth, callerWith, now, clock } = await openWorld();
  const caller = callerWith({ secondFactorAt: now });
  const { accessControl } = auth;
  const granted = await accessControl.authorize(caller, "org:read", client);
  const recent = { factors: 2, within: "10m" } as const;
  expect(await accessControl.requireSteppedUp(granted, recent)).toBe(granted);
  clock.advance(10 * MINUTE);
  await expect(accessControl.requireSteppedUp(granted, recent)).rejects.toThrow(NOT_ENROLLED);
  expect(await accessControl.requireSteppedUp(granted, { factors: 2 })).toBe(granted);
  await expect(accessControl.requireSteppedUp({ ...granted }, { factors: 2 })).rejects.toThrow(
    new AuthError("PERMISSION_DENIED"),
  );
});

import { guardedStore } from "@acme/auth-kysely";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { asChecked, createFixedClock, createSeededRandom } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { arrangeSubscribers } from "../../background/events/subscribers.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { MembershipId, OrganizationId, UserId } from "../../kernel/ids.js";
import { definePolicy } from "../../kernel/policy.js";
import type { Role } from "../../kernel/role.js";
import { createKeyRing } from "../../platform/key-ring.js";
import { createDigest } from "../../platform/node-digest.js";
import { createSealer } from "../../platform/node-sealer.js";
import { handOverOrganizations } from "./hand-over-organizations.js";

it("an organization goes to its only admin, however many members joined before", async () => {
  const store = guardedStore(createSqliteStore(":memory:"));
  await store.migrate();
  const clock = createFixedClock();
  const keys = createKeyRing([Buffer.alloc(32, 7).toString("base64")]);
  const world = {
    clock,
    random: createSeededRandom(),
    digest: createDigest(keys),
    sealer: createSealer(keys),
    policy: definePolicy(),
    subscribers: arrangeSubscribers([], []),
  };
  const organizationId = "organization-0001" as OrganizationId;
  const now = clock.now();
  const times = { createdAt: now, updatedAt: now };
  const organization = { id: organizationId, name: "Acme", slug: "acme", logo: null, metadata: {} };
  await store.transaction((tx) =>
    tx.organizations.insertUnlessTaken(asChecked({ ...organization, ...times })),
  );
  async function join(name: string, role: Role): Promise<UserId> {
    const id = `user-${name}` as UserId;
    const email = `${name}@example.com` as EmailAddress;
    const profile = { name, image: null, emailVerified: true, reclaimedAt: null };
    await store.users.insertUnlessTaken(asChecked({ id, email, ...profile, ...times }));
    await store.memberships.insertUnlessMember({
      id: `membership-${name}` as MembershipId,
      organizationId,
      userId: id,
      role,
      createdAt: clock.now(),
    });
    clock.advance(1);
    return id;
  }
  const userId = await join("ada", "owner");
  for (let member = 0; member < 120; member++) await join(`member${member}`, "member");
  const admin = await join("grace", "admin");

  const leaving = { userId, restored: new Set([userId]) };
  expect(await store.transaction((tx) => handOverOrganizations(tx, world, leaving))).toEqual({
    given: [organizationId],
    deleted: [],
  });
  const owners = await store.memberships.listOwners(organizationId);
  expect(owners.map(({ id }) => id)).toEqual(expect.arrayContaining([userId, admin]));
  expect(owners).toHaveLength(2);
  await store.close();
});

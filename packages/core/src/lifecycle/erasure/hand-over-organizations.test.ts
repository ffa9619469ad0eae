import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked, createFixedClock } from "@acme/auth-testing";
import { withMembers } from "@acme/auth-testing/with-members";
import { expect, it } from "vitest";
import { createTestWorld } from "../../../test/worlds.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { type MembershipId, type OrganizationId, toId, type UserId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import { handOverOrganizations } from "./hand-over-organizations.js";

/** An organization, which users join one after the other. */
async function openWorld() {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const world = createTestWorld({}, clock);
  const organizationId = toId<OrganizationId>("organization-0001");
  const now = clock.now();
  const times = { createdAt: now, updatedAt: now };
  const organization = {
    id: organizationId,
    name: "Acme",
    slug: "acme",
    logo: null,
    metadata: {},
    requireSecondFactor: false,
  };
  await store.transaction((tx) =>
    tx.organizations.insertUnlessTaken(asChecked({ ...organization, ...times })),
  );
  async function join(name: string, role: Role): Promise<UserId> {
    const id = toId<UserId>(`user-${name}`);
    const email = asChecked<EmailAddress>(`${name}@example.com`);
    const profile = { name, image: null, emailVerified: true, reclaimedAt: null };
    await store.users.insertUnlessTaken(asChecked({ id, email, ...profile, ...times }));
    await store.memberships.insertUnlessMember({
      id: toId<MembershipId>(`membership-${name}`),
      organizationId,
      userId: id,
      role,
      createdAt: clock.now(),
    });
    clock.advance(1);
    return id;
  }
  const suspend = (id: UserId) =>
    store.users.markSuspended(id, { suspendedAt: clock.now(), suspendedUntil: null });
  const pages: (MembershipId | null)[] = [];
  /** Returns the owners afterwards, apart from the one who leaves. */
  async function handOver(userId: UserId): Promise<readonly UserId[]> {
    const leaving = { userId, restored: new Set([userId]) };
    const handedOver = await store.transaction((tx) => {
      const listMembers: typeof tx.memberships.listMembers = (organization, after, limit) => {
        pages.push(after && after.id);
        return tx.memberships.listMembers(organization, after, limit);
      };
      const memberships = { ...tx.memberships, listMembers };
      return handOverOrganizations(withMembers(tx, { memberships }), world, leaving);
    });
    expect(handedOver).toEqual({ given: [organizationId], deleted: [] });
    const owners = await store.memberships.listOwners(organizationId);
    return owners.map(({ id }) => id).filter((id) => id !== userId);
  }
  return { store, organizationId, join, suspend, pages, handOver };
}

it("an organization goes to its only admin, however many members joined before", async () => {
  const { store, join, pages, handOver } = await openWorld();
  const userId = await join("ada", "owner");
  for (let member = 0; member < 120; member++) await join(`member${member}`, "member");
  const admin = await join("grace", "admin");
  expect(await handOver(userId)).toEqual([admin]);
  // Each member is read once: Ada and 99 members are on the first page.
  expect(pages).toEqual([null, "membership-member98"]);
  await store.close();
});

it("an organization goes to a member who can take it, before an admin who is suspended", async () => {
  const { store, join, suspend, handOver } = await openWorld();
  const userId = await join("ada", "owner");
  const member = await join("linus", "member");
  await suspend(await join("grace", "admin"));
  expect(await handOver(userId)).toEqual([member]);
  await store.close();
});

it("of those who are suspended alike, an organization goes to the one who joined first", async () => {
  for (const role of ["admin", "member"] as const) {
    const { store, join, suspend, handOver } = await openWorld();
    const userId = await join("ada", "owner");
    const first = await join("linus", role);
    for (const id of [first, await join("grace", role)]) await suspend(id);
    expect(await handOver(userId)).toEqual([first]);
    await store.close();
  }
});

it("the log of the organization says who became its owner, and what they were before", async () => {
  const { store, organizationId, join, handOver } = await openWorld();
  const userId = await join("ada", "owner");
  const admin = await join("grace", "admin");
  await handOver(userId);
  const everything = { after: null, event: null, actor: null, from: null, to: null };
  const detail = { memberId: "membership-grace", from: "admin", to: "owner" };
  expect(await store.audit.listNamed({ organizationId }, everything, 10)).toMatchObject([
    { entry: { event: "member.role_changed", userId, detail }, doneTo: admin },
  ]);
  await store.close();
});

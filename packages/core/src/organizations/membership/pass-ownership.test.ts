import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked, createFixedClock, createSeededRandom } from "@acme/auth-testing";
import { withMembers } from "@acme/auth-testing/with-members";
import { describe, expect, it } from "vitest";
import { createTestWorld } from "../../../test/worlds.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { type MembershipId, type OrganizationId, toId, type UserId } from "../../kernel/ids.js";
import type { Tx } from "../../store/store.js";
import type { Member } from "./membership-store.js";
import { passOwnership } from "./pass-ownership.js";

describe("passing ownership on", () => {
  const [clock, random] = [createFixedClock(), createSeededRandom()];
  const world = { ...createTestWorld({}, clock), random };
  const organizationId = toId<OrganizationId>("organization-0001");

  const member = (name: string, role: Member["role"]): Member => ({
    id: toId<MembershipId>(`membership-${name}-0001`),
    organizationId,
    userId: toId<UserId>(`user-${name}-0001`),
    role,
    createdAt: clock.now(),
    user: {
      id: toId<UserId>(`user-${name}-0001`),
      email: asChecked<EmailAddress>(`${name}@example.com`),
      name,
      image: null,
    },
  });

  /** Whom the transaction tells, in that order. */
  async function toldBy(change: (tx: Tx) => Promise<unknown>): Promise<readonly UserId[]> {
    const store = await openMemoryStore();
    const times = { createdAt: clock.now(), updatedAt: clock.now() };
    await store.transaction((tx) =>
      tx.organizations.insertUnlessTaken(
        asChecked({
          id: organizationId,
          name: "Acme",
          slug: "acme",
          logo: null,
          metadata: {},
          requireSecondFactor: false,
          ...times,
        }),
      ),
    );
    for (const { user, ...membership } of [member("ada", "member"), member("grace", "owner")]) {
      await store.users.insertUnlessTaken(
        asChecked({
          ...user,
          emailVerified: true,
          reclaimedAt: null,
          ...times,
        }),
      );
      await store.memberships.insertUnlessMember(membership);
    }
    const told: UserId[] = [];
    await store.transaction((tx) => {
      const findById: Tx["users"]["findById"] = (id) => {
        told.push(id);
        return tx.users.findById(id);
      };
      return change(withMembers(tx, { users: { ...tx.users, findById } }));
    });
    await store.close();
    return told;
  }

  const [ada, grace] = [member("ada", "member"), member("grace", "owner")];

  const cause = {
    organization: { id: ada.organizationId, name: "Acme" },
    client: null,
    by: null,
  };

  it.each([
    ["first", { owner: ada, previousOwner: grace }],
    ["second", { owner: grace, previousOwner: ada }],
  ])(
    "tells both in the order of their ids, so that two transactions never wait for each other: the new owner comes %s",
    async (_which, { owner, previousOwner }) => {
      const changes = {
        owner: { ...owner, role: "member" as const },
        previousOwner: { ...previousOwner, role: "owner" as const },
      };
      expect(await toldBy((tx) => passOwnership(tx, world, { ...changes, ...cause }))).toEqual([
        ada.userId,
        grace.userId,
      ]);
    },
  );

  it("to a user who is an owner already tells the other alone of a new role", async () => {
    const changes = { owner: { ...ada, role: "owner" as const }, previousOwner: grace };
    expect(await toldBy((tx) => passOwnership(tx, world, { ...changes, ...cause }))).toEqual([
      grace.userId,
    ]);
  });
});

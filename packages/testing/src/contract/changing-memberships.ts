import { type OrganizationId, type Role, toId } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import {
  at,
  membershipId,
  organizationId,
  someMembership,
  someOrganization,
  someUser,
  userId,
} from "./samples.js";

const [ACME, OTHER, LAST] = ["acme", "other", "last"].map(organizationId) as [
  OrganizationId,
  OrganizationId,
  OrganizationId,
];
const ADA = userId("ada");

export function describeChangingMemberships(opened: Opened): void {
  const memberships = () => opened().store.memberships;
  const insertAll = async (): Promise<void> => {
    const { store } = opened();
    for (const name of ["ada", "grace"]) await store.users.insertUnlessTaken(someUser(name));
    for (const name of ["acme", "other", "last"])
      await store.organizations.insertUnlessTaken(someOrganization(name));
  };
  const MEMBERS = [
    someMembership("ada", "acme", { role: "owner" }),
    someMembership("grace", "acme"),
    someMembership("ada", "other"),
  ];
  const insertMembers = async (): Promise<void> => {
    await insertAll();
    for (const membership of MEMBERS) await memberships().insertUnlessMember(membership);
  };
  const everybody = async () => [
    await memberships().find(ACME, ADA),
    await memberships().find(ACME, userId("grace")),
    await memberships().find(OTHER, ADA),
  ];

  describe("roles of members", () => {
    beforeEach(insertMembers);

    it.each(["owner", "admin", "member"] as const)(
      "one who becomes %s is that, and no other member is",
      async (role) => {
        expect(await memberships().changeRole(ACME, MEMBERS[1]!.id, role)).toBe(true);
        expect(await everybody()).toEqual([MEMBERS[0], { ...MEMBERS[1], role }, MEMBERS[2]]);
        expect(await memberships().countOwners(ACME)).toBe(role === "owner" ? 2 : 1);
      },
    );

    it("a role that is none is refused", async () => {
      // @ts-expect-error -- no role
      await expect(memberships().changeRole(ACME, MEMBERS[1]!.id, "king")).rejects.toThrow();
      expect(await everybody()).toEqual(MEMBERS);
    });

    it("a change of role is undone with a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await tx.memberships.changeRole(ACME, MEMBERS[0]!.id, "member")).toBe(true);
        expect(await tx.memberships.countOwners(ACME)).toBe(0);
      });
      expect(await everybody()).toEqual(MEMBERS);
    });

    it("of owners who step down at once under the lock one stays", async () => {
      const { store } = opened();
      const names = Array.from({ length: 20 }, (_, turn) => `owner-${turn}`);
      for (const name of names) await store.users.insertUnlessTaken(someUser(name));
      for (const name of names)
        await memberships().insertUnlessMember(someMembership(name, "last", { role: "owner" }));
      const stepDown = (name: string, role: Role): Promise<boolean> =>
        store.transaction(async (tx) => {
          await tx.organizations.lock(LAST);
          if ((await tx.memberships.countOwners(LAST)) === 1) return false;
          return tx.memberships.changeRole(LAST, membershipId(`${name}-last`), role);
        });
      expect(
        howMany(
          await Promise.all(
            names.map((name, turn) => stepDown(name, turn % 2 === 0 ? "admin" : "member")),
          ),
        ),
      ).toBe(19);
      expect(await memberships().countOwners(LAST)).toBe(1);
      expect(await memberships().countByOrganization(LAST)).toBe(20);
    });
  });

  describe("members who leave", () => {
    beforeEach(insertMembers);

    it("are gone, and no other member is; they can join again", async () => {
      expect(await memberships().delete(ACME, MEMBERS[1]!.id)).toBe(true);
      expect(await everybody()).toEqual([MEMBERS[0], null, MEMBERS[2]]);
      const again = someMembership("grace", "acme", {
        id: membershipId("again"),
        role: "admin",
        createdAt: at(9),
      });
      expect(await memberships().insertUnlessMember(again)).toBe(true);
      expect(await everybody()).toEqual([MEMBERS[0], again, MEMBERS[2]]);
    });

    it("leave user and organization where they are", async () => {
      await memberships().delete(ACME, MEMBERS[1]!.id);
      expect(await opened().store.users.findById(userId("grace"))).toEqual(someUser("grace"));
      expect(await opened().store.organizations.find(ACME)).toEqual(someOrganization("acme"));
    });

    it("leave once, however many race", async () => {
      expect(
        howMany(
          await race(opened(), MANY, (rival) => rival.memberships.delete(ACME, MEMBERS[1]!.id)),
        ),
      ).toBe(1);
      expect(await everybody()).toEqual([MEMBERS[0], null, MEMBERS[2]]);
    });

    it("are out of reach from another organization, as are those who never were", async () => {
      for (const [organization, id] of [
        [OTHER, MEMBERS[0]!.id] as const,
        [ACME, MEMBERS[2]!.id] as const,
        [ACME, membershipId("never")] as const,
      ]) {
        expect(await memberships().delete(organization, id)).toBe(false);
        expect(await memberships().changeRole(organization, id, "admin")).toBe(false);
      }
      expect(await everybody()).toEqual(MEMBERS);
    });
  });

  describe("the organization a sign-in works in", () => {
    beforeEach(insertAll);
    const join = async (
      member: string,
      joined: Readonly<Record<string, number>>,
    ): Promise<void> => {
      for (const [organization, time] of Object.entries(joined))
        await memberships().insertUnlessMember(
          someMembership(member, organization, { createdAt: at(time) }),
        );
    };

    it("is the one joined first, whatever the order of names", async () => {
      await join("ada", { acme: 30, other: 10, last: 20 });
      await join("grace", { acme: 1 });
      expect(await memberships().findActive(ADA, null, null)).toBe(OTHER);
      expect(await memberships().findActive(userId("grace"), null, null)).toBe(ACME);
    });

    it("is the one hinted at, when the user belongs to it", async () => {
      await join("ada", { other: 10, last: 20 });
      await join("grace", { acme: 1 });
      expect(await memberships().findActive(ADA, LAST, null)).toBe(LAST);
      expect(await memberships().findActive(ADA, OTHER, null)).toBe(OTHER);
      for (const hint of [ACME, organizationId("nowhere"), toId<OrganizationId>("")])
        expect(await memberships().findActive(ADA, hint, null)).toBe(OTHER);
    });

    it("is none of those joined at a certain instant or before, hinted at or not", async () => {
      await join("ada", { acme: 10, other: 20, last: 30 });
      for (const [notBefore, hint, active] of [
        [9, null, ACME],
        [10, null, OTHER],
        [19, null, OTHER],
        [20, null, LAST],
        [9, LAST, LAST],
        [9, ACME, ACME],
        [10, ACME, OTHER],
        [29, ACME, LAST],
        [30, null, null],
        [30, LAST, null],
      ] as const)
        expect(
          await memberships().findActive(ADA, hint, at(notBefore)),
          `${notBefore} ${hint}`,
        ).toBe(active);
    });

    it("is none without a membership, whatever is hinted at", async () => {
      await join("grace", { acme: 1 });
      for (const hint of [null, ACME])
        for (const notBefore of [null, at(0)])
          expect(await memberships().findActive(ADA, hint, notBefore)).toBeNull();
    });

    it("is the one whose membership has the lower id, when two were joined at one instant", async () => {
      for (const [organization, id] of Object.entries({ last: "2", acme: "3", other: "1" }))
        await memberships().insertUnlessMember(
          someMembership("ada", organization, { id: membershipId(id) }),
        );
      expect(await memberships().findActive(ADA, null, null)).toBe(OTHER);
      expect(await memberships().findActive(ADA, null, at(-1))).toBe(OTHER);
      expect(await memberships().findActive(ADA, ACME, null)).toBe(ACME);
    });
  });
}

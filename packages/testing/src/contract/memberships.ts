import type { Member, MemberPosition } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { atOnce, howMany, MANY, type Opened, race } from "./fixture.js";
import {
  at,
  emailAddress,
  membershipId,
  organizationId,
  someMembership,
  someOrganization,
  somePasskey,
  someUser,
  userId,
} from "./samples.js";

const ACME = organizationId("acme");
const OTHER = organizationId("other");
const ADA = userId("ada");

export function describeMemberships(opened: Opened): void {
  const memberships = () => opened().store.memberships;
  const ada = someUser("ada", { name: "Ада 👩🏽‍🚀", image: "x" });
  const insertUsers = async (): Promise<void> => {
    for (const user of [ada, someUser("grace"), someUser("eve")])
      await opened().store.users.insertUnlessTaken(user);
    for (const name of ["acme", "other"])
      await opened().store.organizations.insertUnlessTaken(someOrganization(name));
  };

  describe("memberships", () => {
    beforeEach(insertUsers);

    it.each(["owner", "admin", "member"] as const)(
      "one as %s is found as it was stored",
      async (role) => {
        const membership = someMembership("ada", "acme", { role, createdAt: at(7) });
        expect(await memberships().insertUnlessMember(membership)).toBe(true);
        expect(await memberships().find(ACME, ADA)).toEqual(membership);
        const user = { id: ada.id, name: ada.name, email: ada.email, image: ada.image };
        expect(await memberships().findMember(ACME, membership.id)).toEqual({
          ...membership,
          user,
        });
        expect(await memberships().listMembers(ACME, null, 10)).toEqual([{ ...membership, user }]);
      },
    );

    it("a member without name and image is shown without", async () => {
      await opened().store.users.insertUnlessTaken(someUser("plain", { name: "", image: null }));
      await memberships().insertUnlessMember(someMembership("plain", "acme"));
      const found = await memberships().findMember(ACME, membershipId("plain-acme"));
      expect(found?.user).toEqual({
        id: userId("plain"),
        name: "",
        email: someUser("plain").email,
        image: null,
      });
    });

    it("none is found in another organization, for another user, or by an unknown id", async () => {
      await memberships().insertUnlessMember(someMembership("ada", "acme"));
      await memberships().insertUnlessMember(someMembership("grace", "other"));
      expect(await memberships().find(OTHER, ADA)).toBeNull();
      expect(await memberships().find(ACME, userId("grace"))).toBeNull();
      expect(await memberships().find(organizationId("nowhere"), ADA)).toBeNull();
      expect(await memberships().find(ACME, userId("ADA"))).toBeNull();
      for (const id of ["grace-other", "never", "ADA-acme"])
        expect(await memberships().findMember(ACME, membershipId(id))).toBeNull();
      expect(await memberships().findMember(OTHER, membershipId("ada-acme"))).toBeNull();
    });

    it("a member does not become one again, in another role neither, and nothing changes", async () => {
      const first = someMembership("ada", "acme");
      await memberships().insertUnlessMember(first);
      expect(
        await memberships().insertUnlessMember(
          someMembership("ada", "acme", { id: membershipId("again"), role: "owner" }),
        ),
      ).toBe(false);
      expect(await memberships().find(ACME, ADA)).toEqual(first);
      expect(await memberships().countByOrganization(ACME)).toBe(1);
    });

    it.each(["user", "id"])(
      "a taken %s does not spoil the transaction it was met in",
      async (what) => {
        await memberships().insertUnlessMember(someMembership("ada", "acme"));
        await opened().store.transaction(async (tx) => {
          const taken = what === "id" ? { id: membershipId("ada-acme") } : { userId: ADA };
          expect(
            await tx.memberships.insertUnlessMember(someMembership("grace", "acme", taken)),
          ).toBe(false);
          expect(await tx.memberships.insertUnlessMember(someMembership("eve", "acme"))).toBe(true);
        });
        expect(
          (await memberships().listMembers(ACME, null, 10)).map(({ userId: id }) => id),
        ).toEqual([ADA, userId("eve")]);
      },
    );

    it("no unknown user becomes a member, and no user of an unknown organization", async () => {
      await expect(
        memberships().insertUnlessMember(someMembership("nobody", "acme")),
      ).rejects.toThrow();
      await expect(
        memberships().insertUnlessMember(someMembership("ada", "nowhere")),
      ).rejects.toThrow();
      // @ts-expect-error -- no role
      const king = someMembership("ada", "acme", { role: "king" });
      await expect(memberships().insertUnlessMember(king)).rejects.toThrow();
      expect(await memberships().countByUser(ADA)).toBe(0);
      expect(await memberships().countByOrganization(ACME)).toBe(0);
    });

    it("of fifty that make one user a member one does", async () => {
      const racers = Array.from({ length: MANY }, (_, turn) =>
        someMembership("ada", "acme", { id: membershipId(`r${turn}`), createdAt: at(turn) }),
      );
      const inserted = await race(opened(), MANY, (rival, turn) =>
        rival.memberships.insertUnlessMember(racers[turn]!),
      );
      expect(howMany(inserted)).toBe(1);
      expect(await memberships().find(ACME, ADA)).toEqual(racers[inserted.indexOf(true)]);
    });

    it("of fifty transactions that make one user a member one does, and the others see which", async () => {
      const outcomes = await atOnce(opened().store, MANY, async (tx, turn) => {
        const inserted = await tx.memberships.insertUnlessMember(
          someMembership("ada", "acme", { id: membershipId(`r${turn}`) }),
        );
        return { inserted, found: await tx.memberships.find(ACME, ADA) };
      });
      expect(howMany(outcomes.map(({ inserted }) => inserted))).toBe(1);
      expect(new Set(outcomes.map(({ found }) => found?.id)).size).toBe(1);
    });

    it("are counted by organization, by user and by owners", async () => {
      const roles = { ada: "owner", grace: "owner", eve: "admin" } as const;
      for (const [name, role] of Object.entries(roles))
        await memberships().insertUnlessMember(someMembership(name, "acme", { role }));
      await memberships().insertUnlessMember(someMembership("ada", "other", { role: "member" }));
      for (const [name, [all, owners]] of Object.entries({
        acme: [3, 2],
        other: [1, 0],
        nowhere: [0, 0],
      })) {
        expect(await memberships().countByOrganization(organizationId(name))).toBe(all);
        expect(await memberships().countOwners(organizationId(name))).toBe(owners);
      }
      for (const [name, count] of Object.entries({ ada: 2, grace: 1, eve: 1, nobody: 0 }))
        expect(await memberships().countByUser(userId(name))).toBe(count);
    });

    it("are counted that have no second factor and no passkey that counts as two", async () => {
      const { users, passkeys } = opened().store;
      await users.insertUnlessTaken(someUser("zoe"));
      for (const name of ["ada", "grace", "eve"])
        await memberships().insertUnlessMember(someMembership(name, "acme"));
      await memberships().insertUnlessMember(someMembership("zoe", "other"));
      const left = () => memberships().countWithoutTwoFactors(ACME);
      expect(await left()).toBe(3);
      await users.markEnrolled(ADA, at(3));
      expect(await left()).toBe(2);
      await passkeys.insertUnlessTaken(somePasskey("one", "grace", { uvInitialized: false }));
      expect(await left()).toBe(2);
      for (const name of ["two", "three"])
        await passkeys.insertUnlessTaken(somePasskey(name, "grace"));
      expect(await left()).toBe(1);
      expect(await memberships().countWithoutTwoFactors(OTHER)).toBe(1);
      expect(await memberships().countWithoutTwoFactors(organizationId("nowhere"))).toBe(0);
    });
  });

  describe("owners", () => {
    beforeEach(insertUsers);

    it("are listed by their ids, with email, whether it is verified and the languages of their mails, and no other user is", async () => {
      const { store } = opened();
      const zoe = someUser("zoe", { emailVerified: false });
      await store.users.insertUnlessTaken(zoe);
      await store.users.updateLocale(zoe.id, "ja", zoe.updatedAt);
      await store.users.updateSignInLanguage(userId("grace"), "de, en;q=0.5");
      for (const [name, role] of Object.entries({
        zoe: "owner",
        grace: "owner",
        eve: "admin",
        ada: "member",
      } as const))
        await memberships().insertUnlessMember(someMembership(name, "acme", { role }));
      await memberships().insertUnlessMember(someMembership("ada", "other", { role: "owner" }));
      const ownerOf = (name: string, emailVerified = true) => ({
        id: userId(name),
        email: emailAddress(name),
        emailVerified,
        locale: name === "zoe" ? "ja" : null,
        signInLanguage: name === "grace" ? "de, en;q=0.5" : null,
      });
      expect(await memberships().listOwners(ACME)).toEqual([
        ownerOf("grace"),
        ownerOf("zoe", false),
      ]);
      expect(await memberships().listOwners(organizationId("other"))).toEqual([ownerOf("ada")]);
      expect(await memberships().listOwners(organizationId("nowhere"))).toEqual([]);
      expect(await store.transaction((tx) => tx.memberships.listOwners(ACME))).toHaveLength(2);
    });
  });

  describe("pages of members", () => {
    beforeEach(insertUsers);

    it("hold no more than asked, first to join first, and none behind the last", async () => {
      for (const [index, name] of ["grace", "eve", "ada"].entries())
        await memberships().insertUnlessMember(
          someMembership(name, "acme", { createdAt: at(index) }),
        );
      for (const [name, time] of Object.entries({ grace: 1, ada: 3 }))
        await memberships().insertUnlessMember(
          someMembership(name, "other", { createdAt: at(time) }),
        );
      const page = await memberships().listMembers(ACME, null, 2);
      expect(page.map(({ userId: id }) => id)).toEqual([userId("grace"), userId("eve")]);
      expect(
        (await memberships().listMembers(ACME, page[1]!, 2)).map(({ userId: id }) => id),
      ).toEqual([ADA]);
      expect(
        await memberships().listMembers(
          ACME,
          { createdAt: at(2), id: membershipId("ada-acme") },
          2,
        ),
      ).toEqual([]);
      expect(await memberships().listMembers(organizationId("nowhere"), null, 2)).toEqual([]);
    });

    it("begin behind a position at which there is no member any more", async () => {
      for (const name of ["ada", "eve"])
        await memberships().insertUnlessMember(someMembership(name, "acme", { createdAt: at(5) }));
      const listed = await memberships().listMembers(
        ACME,
        { createdAt: at(5), id: membershipId("b") },
        10,
      );
      expect(listed.map(({ userId: id }) => id)).toEqual([userId("eve")]);
    });

    it.each([1, 2, 3, 7])(
      "of %i hold every member once, however many joined at one instant",
      async (size) => {
        const names = ["a", "B", "c", "D", "e", "-", "_", "1"];
        for (const [index, name] of names.entries()) {
          await opened().store.users.insertUnlessTaken(someUser(name));
          await memberships().insertUnlessMember(
            someMembership(name, "acme", {
              id: membershipId(name),
              createdAt: at(index < 6 ? 5 : 10 - index),
            }),
          );
        }
        const paged: Member[] = [];
        for (
          let after: MemberPosition | null = null, page: readonly Member[];
          ;
          after = page.at(-1)!
        ) {
          page = await memberships().listMembers(ACME, after, size);
          if (page.length === 0) break;
          paged.push(...page);
        }
        expect(paged).toEqual(await memberships().listMembers(ACME, null, 100));
        expect(paged.map(({ id }) => id)).toEqual(
          ["1", "_", "-", "B", "D", "a", "c", "e"].map(membershipId),
        );
      },
    );
  });
}

import type { Organization } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { asChecked } from "../as-checked.js";
import { atOnce, howMany, MANY, type Opened } from "./fixture.js";
import {
  at,
  membershipId,
  organizationId,
  someMembership,
  someOrganization,
  someUser,
  userId,
} from "./samples.js";

const ADA = userId("ada");
const slugs = (organizations: readonly Organization[]): readonly string[] =>
  organizations.map(({ slug }) => slug);

/** Who is what where: ada owns `a` and `c` alone, shares `b`, and only belongs to `d` and `e`. */
const ROLES = [
  ["c", "ada", "owner"],
  ["c", "grace", "admin"],
  ["b", "ada", "owner"],
  ["b", "grace", "owner"],
  ["a", "ada", "owner"],
  ["d", "ada", "admin"],
  ["d", "grace", "owner"],
  ["e", "ada", "member"],
  ["f", "grace", "owner"],
] as const;

export function describeOwnedOrganizations(opened: Opened): void {
  const lockOwned = (owner = ADA) =>
    opened().store.transaction((tx) => tx.organizations.lockOwnedBy(owner));
  const listSole = (owner = ADA) => opened().store.organizations.listSolelyOwnedBy(owner);

  describe("owned organizations", () => {
    beforeEach(async () => {
      const { store } = opened();
      for (const name of ["ada", "grace"]) await store.users.insertUnlessTaken(someUser(name));
      for (const [index, name] of ["f", "e", "d", "c", "b", "a"].entries())
        await store.organizations.insertUnlessTaken(
          someOrganization(name, { createdAt: at(index), metadata: { name } }),
        );
      for (const [where, who, role] of ROLES)
        await store.memberships.insertUnlessMember(someMembership(who, where, { role }));
    });

    it("are locked whole and by id: those the user owns, alone or not, and no other", async () => {
      const { store } = opened();
      const expected = await Promise.all(
        ["a", "b", "c"].map((name) => store.organizations.find(organizationId(name))),
      );
      expect(await lockOwned()).toEqual(expected);
      expect(slugs(await lockOwned(userId("grace")))).toEqual(["b", "d", "f"]);
      expect(await lockOwned(userId("nobody"))).toEqual([]);
    });

    it("are listed whole and by id where the user is the only owner", async () => {
      const { store } = opened();
      const expected = await Promise.all(
        ["a", "c"].map((name) => store.organizations.find(organizationId(name))),
      );
      expect(await listSole()).toEqual(expected);
      expect(await store.transaction((tx) => tx.organizations.listSolelyOwnedBy(ADA))).toEqual(
        expected,
      );
      expect(slugs(await listSole(userId("grace")))).toEqual(["d", "f"]);
      expect(await listSole(userId("nobody"))).toEqual([]);
    });

    it("follow what the transaction itself wrote", async () => {
      await opened().store.transaction(async (tx) => {
        await tx.memberships.changeRole(organizationId("b"), membershipId("grace-b"), "admin");
        await tx.memberships.changeRole(organizationId("c"), membershipId("grace-c"), "owner");
        await tx.memberships.delete(organizationId("a"), membershipId("ada-a"));
        expect(slugs(await tx.organizations.listSolelyOwnedBy(ADA))).toEqual(["b"]);
        expect(slugs(await tx.organizations.lockOwnedBy(ADA))).toEqual(["b", "c"]);
      });
    });

    it("may be locked twice by one transaction", async () => {
      const twice = await opened().store.transaction(async (tx) => {
        await tx.organizations.lock(organizationId("b"));
        return [await tx.organizations.lockOwnedBy(ADA), await tx.organizations.lockOwnedBy(ADA)];
      });
      expect(twice.map(slugs)).toEqual([
        ["a", "b", "c"],
        ["a", "b", "c"],
      ]);
    });

    it("are held one transaction after another, by whichever way they were locked", async () => {
      const { store } = opened();
      const counted = await atOnce(store, MANY, async (tx, turn) => {
        await (turn % 2 === 0
          ? tx.organizations.lockOwnedBy(ADA)
          : tx.organizations.lock(organizationId("b")));
        const times = Number(
          (await tx.organizations.find(organizationId("b")))!.metadata["times"] ?? 0,
        );
        await tx.organizations.update(
          organizationId("b"),
          asChecked({ metadata: { times: times + 1 } }),
          at(9),
        );
        return times;
      });
      expect([...counted].sort((one, two) => one - two)).toEqual(
        Array.from({ length: MANY }, (_, index) => index),
      );
    });

    it("keep one of two owners who leave at once", async () => {
      const { store } = opened();
      for (let round = 0; round < 10; round++) {
        const leave = (name: string): Promise<boolean> =>
          store.transaction(async (tx) => {
            await tx.organizations.lockOwnedBy(userId(name));
            if (slugs(await tx.organizations.listSolelyOwnedBy(userId(name))).includes("b"))
              return false;
            return tx.memberships.delete(organizationId("b"), membershipId(`${name}-b`));
          });
        expect(howMany(await Promise.all([leave("ada"), leave("grace")]))).toBe(1);
        expect(await store.memberships.countOwners(organizationId("b"))).toBe(1);
        for (const name of ["ada", "grace"])
          await store.memberships.insertUnlessMember(someMembership(name, "b", { role: "owner" }));
      }
    });

    it("are no more those that another transaction took from the user while this one waited", async () => {
      const { store } = opened();
      for (let round = 0; round < 10; round++) {
        let begin: (() => void) | undefined;
        const begun = new Promise<void>((resolve) => (begin = resolve));
        const taking = store.transaction(async (tx) => {
          await tx.organizations.lock(organizationId("b"));
          begin!();
          for (let times = 0; times < 10; times++) await tx.organizations.find(organizationId("b"));
          await tx.memberships.changeRole(organizationId("b"), membershipId("ada-b"), "member");
        });
        const locked = begun.then(() => lockOwned());
        await taking;
        expect(slugs(await locked)).toEqual(["a", "c"]);
        await store.memberships.changeRole(organizationId("b"), membershipId("ada-b"), "owner");
      }
    });
  });
}

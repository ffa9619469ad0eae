import { type Organization, type OrganizationQuery, toId } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { atOnce, howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import {
  at,
  membershipId,
  organizationId,
  someMembership,
  someOrganization,
  someUser,
  userId,
} from "./samples.js";

const KINDS: Readonly<Record<string, Partial<Organization>>> = {
  "every field filled": {
    logo: "https://acme.example/logo.png",
    metadata: { plan: "pro", seats: 5 },
    createdAt: at(3),
    updatedAt: at(4),
  },
  "no logo and no metadata": { logo: null, metadata: {} },
  "an empty name and an empty logo": { name: "", logo: "" },
  "a name in many scripts": { name: "Акме 株式会社 👩🏽‍🚀 \u202Bشركة\u202C" },
  "nested metadata": {
    metadata: { a: { b: [{ c: [] }, [1, [2]], "x"] }, empty: {}, none: null, yes: true, no: false },
  },
  "metadata with keys and texts that need quoting": {
    metadata: { "": "", 'a"b': "'\\", "ключ 🔑": "\n\u0001\u2028", null: "null" },
  },
  "metadata with numbers of every kind": {
    metadata: { numbers: [0, -1, 1.5, 0.1, 1e21, 1e-7, Number.MAX_SAFE_INTEGER] },
  },
  "metadata with instants as text": { metadata: { since: "2026-01-01T00:00:00.000Z" } },
};

export function describeOrganizations(opened: Opened): void {
  const organizations = () => opened().store.organizations;

  describe("organizations", () => {
    it.each(Object.keys(KINDS))(
      "one with %s is found as it was stored, wherever it is read",
      async (kind) => {
        const { store } = opened();
        const acme = someOrganization("acme", KINDS[kind]);
        expect(await organizations().insertUnlessTaken(acme)).toBe(true);
        expect(await organizations().insertUnlessTaken(someOrganization("other"))).toBe(true);
        await store.users.insertUnlessTaken(someUser("ada"));
        await store.memberships.insertUnlessMember(someMembership("ada", "acme"));
        expect(await organizations().find(acme.id)).toEqual(acme);
        expect(await organizations().findBySlug("acme")).toEqual(acme);
        expect(await store.transaction((tx) => tx.organizations.lock(acme.id))).toEqual(acme);
        expect(
          (await organizations().listByUser(userId("ada"))).map(({ organization }) => organization),
        ).toEqual([acme]);
        expect(await organizations().update(acme.id, {}, at(9))).toEqual({
          ...acme,
          updatedAt: at(9),
        });
      },
    );

    it("none is found by an unknown id or slug, nor by the same letters in another case", async () => {
      await organizations().insertUnlessTaken(someOrganization("acme"));
      for (const unknown of ["ACME", "acme ", "acm", "", "organization-acme"])
        expect(await organizations().findBySlug(unknown)).toBeNull();
      for (const unknown of ["ACME", "nowhere", ""])
        expect(await organizations().find(organizationId(unknown))).toBeNull();
      expect(await organizations().find(toId("acme"))).toBeNull();
    });

    it("slugs that differ in case only are two", async () => {
      expect(await organizations().insertUnlessTaken(someOrganization("acme"))).toBe(true);
      expect(await organizations().insertUnlessTaken(someOrganization("ACME"))).toBe(true);
      expect((await organizations().findBySlug("ACME"))?.id).toBe(organizationId("ACME"));
    });

    it("a taken slug refuses another organization and changes nothing", async () => {
      const acme = someOrganization("acme");
      await organizations().insertUnlessTaken(acme);
      expect(
        await organizations().insertUnlessTaken(
          someOrganization("other", { slug: "acme", name: "Other" }),
        ),
      ).toBe(false);
      expect(await organizations().findBySlug("acme")).toEqual(acme);
      expect(await organizations().find(organizationId("other"))).toBeNull();
    });

    it.each(["slug", "id"])(
      "a taken %s does not spoil the transaction it was met in",
      async (what) => {
        const acme = someOrganization("acme");
        await organizations().insertUnlessTaken(acme);
        await opened().store.transaction(async (tx) => {
          const taken = what === "id" ? { id: acme.id } : { slug: "acme" };
          expect(await tx.organizations.insertUnlessTaken(someOrganization("second", taken))).toBe(
            false,
          );
          expect(await tx.organizations.insertUnlessTaken(someOrganization("third"))).toBe(true);
        });
        expect(await organizations().find(acme.id)).toEqual(acme);
        expect(await organizations().findBySlug("second")).toBeNull();
        expect(await organizations().findBySlug("third")).toEqual(someOrganization("third"));
      },
    );

    it("of fifty that race for one slug one gets it", async () => {
      const racers = Array.from({ length: MANY }, (_, turn) =>
        someOrganization(`racer-${turn}`, { slug: "wanted" }),
      );
      const inserted = await race(opened(), MANY, (rival, turn) =>
        rival.organizations.insertUnlessTaken(racers[turn]!),
      );
      expect(howMany(inserted)).toBe(1);
      expect(await organizations().findBySlug("wanted")).toEqual(racers[inserted.indexOf(true)]);
    });

    it("of fifty transactions that race for one slug one gets it, and the others see who", async () => {
      const outcomes = await atOnce(opened().store, MANY, async (tx, turn) => {
        const inserted = await tx.organizations.insertUnlessTaken(
          someOrganization(`racer-${turn}`, { slug: "wanted" }),
        );
        return { inserted, found: await tx.organizations.findBySlug("wanted") };
      });
      expect(howMany(outcomes.map(({ inserted }) => inserted))).toBe(1);
      expect(new Set(outcomes.map(({ found }) => found?.id)).size).toBe(1);
    });

    it("a slug is free again after a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await tx.organizations.insertUnlessTaken(someOrganization("acme"))).toBe(true);
      });
      expect(await organizations().findBySlug("acme")).toBeNull();
      expect(
        await organizations().insertUnlessTaken(someOrganization("second", { slug: "acme" })),
      ).toBe(true);
    });
  });

  describe("lists of organizations", () => {
    const list = async (query: Partial<OrganizationQuery> = {}, limit = 100) =>
      (await organizations().list({ prefix: "", after: null, ...query }, limit)).map(
        ({ slug }) => slug,
      );
    const insert = async (...names: readonly string[]): Promise<void> => {
      for (const name of names) await organizations().insertUnlessTaken(someOrganization(name));
    };

    it("hold whole organizations in the order of their slugs, byte by byte", async () => {
      await insert("c", "a-z", "b", "a", "a0");
      expect(await list()).toEqual(["a", "a-z", "a0", "b", "c"]);
      expect(await organizations().list({ prefix: "b", after: null }, 9)).toEqual([
        someOrganization("b"),
      ]);
    });

    it("hold those alone whose slug has the prefix", async () => {
      await insert("acme", "ac", "acme-labs", "b");
      expect(await list({ prefix: "acme" })).toEqual(["acme", "acme-labs"]);
      expect(await list({ prefix: "x" })).toEqual([]);
      expect(await list({ prefix: "%" })).toEqual([]);
    });

    it.each([1, 2, 9])("in pages of %i hold every organization once", async (size) => {
      await insert("a", "a-b", "ab", "b", "c");
      for (const prefix of ["", "a"]) {
        const paged: string[] = [];
        for (let page = await list({ prefix }, size); page.length > 0;) {
          paged.push(...page);
          page = await list({ prefix, after: page.at(-1)! }, size);
        }
        expect(paged).toEqual(await list({ prefix }));
      }
    });
  });

  describe("the organizations of a user", () => {
    it("are listed with membership and role, oldest membership first, and no other user's", async () => {
      const { store } = opened();
      for (const name of ["ada", "grace"]) await store.users.insertUnlessTaken(someUser(name));
      // Neither the age of an organization nor its name decides.
      for (const [index, name] of ["c", "a", "b", "hers"].entries())
        await organizations().insertUnlessTaken(
          someOrganization(name, { createdAt: at(100 - index) }),
        );
      const mine = [
        someMembership("ada", "b", { role: "admin", createdAt: at(10) }),
        someMembership("ada", "c", { role: "owner", createdAt: at(20) }),
        someMembership("ada", "a", { role: "member", createdAt: at(30) }),
      ];
      for (const membership of [mine[2]!, mine[0]!, mine[1]!])
        await store.memberships.insertUnlessMember(membership);
      await store.memberships.insertUnlessMember(
        someMembership("grace", "hers", { role: "owner" }),
      );
      await store.memberships.insertUnlessMember(someMembership("grace", "a", { role: "owner" }));
      const listed = await organizations().listByUser(userId("ada"));
      expect(
        listed.map(({ organization, membershipId, role }) => [
          organization.slug,
          membershipId,
          role,
        ]),
      ).toEqual([
        ["b", mine[0]!.id, "admin"],
        ["c", mine[1]!.id, "owner"],
        ["a", mine[2]!.id, "member"],
      ]);
      expect(listed[2]!.organization).toEqual(someOrganization("a", { createdAt: at(99) }));
      expect(await organizations().listByUser(userId("nobody"))).toEqual([]);
    });

    it("joined at one instant are listed by the ids of the memberships", async () => {
      const { store } = opened();
      await store.users.insertUnlessTaken(someUser("ada"));
      for (const [organization, id] of Object.entries({ x: "2", y: "3", z: "1" })) {
        await organizations().insertUnlessTaken(someOrganization(organization));
        await store.memberships.insertUnlessMember(
          someMembership("ada", organization, { id: membershipId(id) }),
        );
      }
      expect(
        (await organizations().listByUser(userId("ada"))).map(
          ({ organization }) => organization.slug,
        ),
      ).toEqual(["z", "x", "y"]);
    });
  });
}

import type { OrganizationChange, OrganizationId, Tx } from "@acme/auth-core";
import type { Stores } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { asChecked } from "../as-checked.js";
import { atOnce, howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import { at, organizationId, someMembership, someOrganization, someUser } from "./samples.js";

const ACME = organizationId("acme");
const acme = someOrganization("acme", { logo: "x", metadata: { plan: "pro", seats: [1, 2] } });
const other = someOrganization("other", { metadata: { plan: "free" } });

const CHANGES: readonly OrganizationChange[] = [
  {},
  { name: "Acme & Söhne" },
  { name: "" },
  { slug: "acme-2" },
  { slug: "acme" },
  { logo: "y" },
  { logo: "" },
  { logo: null },
  { metadata: {} },
  { metadata: { seats: { "🔑": null } } },
  { name: "New", slug: "new", logo: null, metadata: { plan: "none" } },
];

export function describeChangingOrganizations(opened: Opened): void {
  const organizations = () => opened().store.organizations;
  const update = (
    stores: Pick<Stores, "organizations">,
    id: OrganizationId,
    change: OrganizationChange,
  ) => stores.organizations.update(id, asChecked(change), at(9));
  const insertBoth = async (): Promise<void> => {
    for (const organization of [acme, other]) await organizations().insertUnlessTaken(organization);
  };

  describe("changed organizations", () => {
    beforeEach(insertBoth);

    it.each(CHANGES)(
      "%j is set and the rest kept, and it comes back as it then is",
      async (change) => {
        const changed = { ...acme, ...change, updatedAt: at(9) };
        expect(await update(opened().store, ACME, change)).toEqual(changed);
        expect(await organizations().find(ACME)).toEqual(changed);
        expect(await organizations().find(other.id)).toEqual(other);
      },
    );

    it("a slug that another one has changes nothing else either", async () => {
      expect(
        await update(opened().store, ACME, {
          name: "New",
          slug: "other",
          logo: null,
          metadata: {},
        }),
      ).toBe("taken");
      expect(await organizations().find(ACME)).toEqual(acme);
      expect(await organizations().find(other.id)).toEqual(other);
    });

    it("one that has vanished is told from one whose slug is taken", async () => {
      for (const slug of ["free", "other"])
        expect(await update(opened().store, organizationId("nowhere"), { slug })).toBeNull();
      expect(await update(opened().store, organizationId("nowhere"), { name: "New" })).toBeNull();
    });

    it("the slug that was left is free", async () => {
      await update(opened().store, ACME, { slug: "new" });
      expect(await organizations().findBySlug("acme")).toBeNull();
      expect(await update(opened().store, other.id, { slug: "acme" })).toMatchObject({
        id: other.id,
        slug: "acme",
      });
      expect(
        await organizations().insertUnlessTaken(someOrganization("third", { slug: "other" })),
      ).toBe(true);
    });

    it("a taken slug does not spoil the transaction it was met in", async () => {
      await opened().store.transaction(async (tx) => {
        expect(await update(tx, ACME, { slug: "other" })).toBe("taken");
        expect(await update(tx, ACME, { slug: "new" })).toMatchObject({
          slug: "new",
        });
      });
      expect((await organizations().findBySlug("new"))?.id).toBe(ACME);
    });

    it("a change is undone with a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await update(tx, ACME, { slug: "new" })).toMatchObject({
          slug: "new",
        });
      });
      expect(await organizations().find(ACME)).toEqual(acme);
    });

    it("require a second factor from when it is said until it is waived, and stay as they are", async () => {
      const mark = (id: OrganizationId, isRequired: boolean) =>
        organizations().markSecondFactorRequired(id, isRequired, at(9));
      const required = { ...acme, requireSecondFactor: true, updatedAt: at(9) };
      expect(await mark(ACME, true)).toEqual(required);
      expect(await organizations().find(ACME)).toEqual(required);
      expect(await organizations().find(other.id)).toEqual(other);
      expect(await mark(ACME, false)).toEqual({ ...required, requireSecondFactor: false });
      expect(await organizations().find(ACME)).toMatchObject({ requireSecondFactor: false });
      expect(await mark(organizationId("nowhere"), true)).toBeNull();
    });

    it("of fifty organizations that race for one slug one gets it, and the others are told so", async () => {
      const racers = Array.from({ length: MANY }, (_, turn) => someOrganization(`racer-${turn}`));
      for (const racer of racers) await organizations().insertUnlessTaken(racer);
      const outcomes = await race(opened(), MANY, (rival, turn) =>
        update(rival, racers[turn]!.id, { slug: "wanted" }),
      );
      const winners = outcomes.filter((outcome) => outcome !== "taken");
      expect(winners).toEqual([await organizations().findBySlug("wanted")]);
      for (const [turn, racer] of racers.entries())
        if (outcomes[turn] === "taken") expect(await organizations().find(racer.id)).toEqual(racer);
    });

    it("of transactions that race for one slug under their own locks one gets it, and the others go on", async () => {
      const { store } = opened();
      for (let round = 0; round < 10; round++) {
        const move = (id: typeof ACME): Promise<boolean> =>
          store.transaction(async (tx) => {
            await tx.organizations.lock(id);
            const moved = await update(tx, id, { slug: `wanted-${round}` });
            await tx.counters.spend("tried", 100, 1_000, at(0));
            return moved !== "taken" && moved?.id === id;
          });
        expect(howMany(await Promise.all([move(ACME), move(other.id)]))).toBe(1);
      }
      expect(await store.counters.spend("tried", 100, 1_000, at(0))).toMatchObject({ count: 21 });
    });

    it("a new organization and one that is changed do not both get a slug", async () => {
      const outcomes = await race(opened(), MANY, async (rival, turn) =>
        turn % 3 === 0
          ? (await update(rival, turn % 2 === 0 ? ACME : other.id, {
              slug: "wanted",
              name: `n${turn}`,
            })) !== "taken"
          : rival.organizations.insertUnlessTaken(
              someOrganization(`racer-${turn}`, { slug: "wanted" }),
            ),
      );
      const kinds = outcomes.flatMap((won, turn) =>
        won ? [turn % 3 === 0 ? `changed ${turn % 2}` : `inserted ${turn}`] : [],
      );
      expect(new Set(kinds).size).toBe(1);
    });
  });

  describe("locked organizations", () => {
    beforeEach(insertBoth);
    const lock = (tx: Tx) => tx.organizations.lock(ACME);

    it("none is locked where there is none", async () => {
      expect(
        await opened().store.transaction((tx) => tx.organizations.lock(organizationId("nowhere"))),
      ).toBeNull();
    });

    it("one transaction may lock the same one twice, and is given what it wrote itself", async () => {
      const twice = await opened().store.transaction(async (tx) => [
        await lock(tx),
        await update(tx, ACME, { name: "New" }),
        await lock(tx),
      ]);
      expect(twice).toEqual([acme, twice[2], { ...acme, name: "New", updatedAt: at(9) }]);
    });

    it("transactions that lock one come one after the other, and each is given what the last one left", async () => {
      const counted = await atOnce(opened().store, MANY, async (tx) => {
        const times = Number((await lock(tx))!.metadata["times"] ?? 0);
        await update(tx, ACME, { metadata: { times: times + 1 } });
        return times;
      });
      expect([...counted].sort((one, two) => one - two)).toEqual(
        Array.from({ length: MANY }, (_, index) => index),
      );
    });

    it("a transaction that waited for the lock sees the members that the other left", async () => {
      const { store } = opened();
      const names = Array.from({ length: 20 }, (_, turn) => `owner-${turn}`);
      for (const name of names) await store.users.insertUnlessTaken(someUser(name));
      for (const name of names)
        await store.memberships.insertUnlessMember(someMembership(name, "acme", { role: "owner" }));
      const leave = (name: string): Promise<boolean> =>
        store.transaction(async (tx) => {
          await lock(tx);
          if ((await tx.memberships.countOwners(ACME)) === 1) return false;
          return tx.memberships.delete(ACME, someMembership(name, "acme").id);
        });
      expect(howMany(await Promise.all(names.map(leave)))).toBe(19);
      expect(await store.memberships.countOwners(ACME)).toBe(1);
    });

    it("a transaction that waited for one that was deleted is given none", async () => {
      const { store } = opened();
      const outcomes = await atOnce(
        store,
        20,
        async (tx) => (await lock(tx)) !== null && (await tx.organizations.delete(ACME)),
      );
      expect(howMany(outcomes)).toBe(1);
    });
  });
}

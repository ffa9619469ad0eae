import { beforeEach, describe, expect, it } from "vitest";
import { MANY, type Opened, race, rollBack } from "./fixture.js";
import {
  at,
  emailAddress,
  entryId,
  invitationId,
  organizationId,
  someEntry,
  someInvitation,
  someOrganization,
  someUser,
  userId,
} from "./samples.js";

const ADA = userId("ada");
const ACME = organizationId("acme");
const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

export function describeForgettingUsers(opened: Opened): void {
  describe("invitations to an email address", () => {
    const invitations = () => opened().store.invitations;
    const find = (name: string) => invitations().find(invitationId(name));
    const HERS = ["pending", "accepted", "rejected", "canceled"] as const;

    beforeEach(async () => {
      const { store } = opened();
      await store.users.insertUnlessTaken(someUser("ada"));
      for (const name of ["acme", "other"])
        await store.organizations.insertUnlessTaken(someOrganization(name));
      for (const status of HERS)
        await invitations().insertUnlessPending(
          someInvitation(status, "grace", { status, expiresAt: at(-1) }),
        );
      await invitations().insertUnlessPending(
        someInvitation("abroad", "grace", { organizationId: organizationId("other") }),
      );
      for (const other of ["GRACE", "eve"])
        await invitations().insertUnlessPending(someInvitation(other, other));
    });

    it("are removed whatever their status and wherever they lead, and none to another", async () => {
      expect(await invitations().deleteFor(emailAddress("grace"))).toBe(5);
      for (const name of [...HERS, "abroad"]) expect(await find(name)).toBeNull();
      for (const name of ["GRACE", "eve"]) expect(await find(name)).not.toBeNull();
      expect(await invitations().deleteFor(emailAddress("grace"))).toBe(0);
    });

    it("are not those that its owner sent", async () => {
      expect(await invitations().deleteFor(emailAddress("ada"))).toBe(0);
      expect(await invitations().listByOrganization(ACME, 10)).toHaveLength(6);
    });

    it("are removed once each, however many race", async () => {
      expect(
        total(
          await race(opened(), MANY, (rival) => rival.invitations.deleteFor(emailAddress("grace"))),
        ),
      ).toBe(5);
    });

    it("are there again after a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await tx.invitations.deleteFor(emailAddress("grace"))).toBe(5);
      });
      for (const name of [...HERS, "abroad"]) expect(await find(name)).not.toBeNull();
    });
  });

  describe("blanked audit entries", () => {
    const audit = () => opened().store.audit;
    const entry = (name: string, own: object = {}) =>
      someEntry(name, {
        userId: ADA,
        organizationId: ACME,
        ipAddress: "192.0.2.1",
        userAgent: "x",
        ...own,
      });
    const listNamed = () =>
      audit().listNamed(
        { organizationId: ACME },
        { after: null, event: null, actor: null, from: null, to: null },
        1_000,
      );
    const list = async () => (await listNamed()).map((named) => named.entry);

    it("no longer say whose they are, and keep the rest", async () => {
      const rich = entry("rich", {
        at: at(2),
        event: "member.added",
        detail: { membershipId: "one", count: 2 },
      });
      const plain = entry("plain", { at: at(1), ipAddress: null, userAgent: null });
      for (const one of [plain, rich]) await audit().append(one);
      expect(await audit().blankUser(ADA, 10)).toBe(2);
      expect(await list()).toEqual(
        [rich, plain].map((one) => ({ ...one, userId: null, ipAddress: null, userAgent: null })),
      );
      expect(await audit().listByUser(ADA, null, 10)).toEqual([]);
      expect(await audit().blankUser(ADA, 10)).toBe(0);
    });

    it("are of no other user", async () => {
      const others = [
        entry("grace", { userId: userId("grace"), at: at(2) }),
        entry("ADA", { userId: userId("ADA"), at: at(1) }),
        entry("nobody", { userId: null }),
      ];
      for (const one of [...others, entry("ada", { at: at(-1) })]) await audit().append(one);
      expect(await audit().blankUser(ADA, 10)).toBe(1);
      expect((await list()).slice(0, 3)).toEqual(others);
    });

    it("no longer say that something was done to the user, and keep who did it", async () => {
      const grace = userId("grace");
      const byGrace = entry("by-grace", { userId: grace, at: at(2) });
      await audit().append(byGrace, null, ADA);
      await audit().append(entry("by-ada", { at: at(1) }), null, grace);
      expect((await listNamed()).map(({ doneTo }) => doneTo)).toEqual([ADA, grace]);
      expect([await audit().blankUser(ADA, 1), await audit().blankUser(ADA, 1)]).toEqual([1, 1]);
      expect(await audit().blankUser(ADA, 1)).toBe(0);
      expect((await listNamed()).map(({ doneTo }) => doneTo)).toEqual([null, grace]);
      expect((await list())[0]).toEqual(byGrace);
    });

    it("are no more at a time than asked", async () => {
      for (let index = 0; index < 5; index++) await audit().append(entry(`e${index}`));
      expect(await audit().blankUser(ADA, 3)).toBe(3);
      expect(await audit().listByUser(ADA, null, 10)).toHaveLength(2);
      expect(await audit().blankUser(ADA, 3)).toBe(2);
    });

    it("are blanked once each, however many race", async () => {
      for (let index = 0; index < MANY; index++) await audit().append(entry(`e${index}`));
      const blanked = total(await race(opened(), MANY, (rival) => rival.audit.blankUser(ADA, 3)));
      expect(blanked + (await audit().blankUser(ADA, MANY))).toBe(MANY);
      expect(await list()).toHaveLength(MANY);
    });

    it("say again whose they are after a transaction that fails", async () => {
      await audit().append(entry("one"));
      await rollBack(opened().store, async (tx) => {
        expect(await tx.audit.blankUser(ADA, 10)).toBe(1);
      });
      expect((await audit().listByUser(ADA, null, 10)).map(({ id }) => id)).toEqual([
        entryId("one"),
      ]);
    });
  });
}

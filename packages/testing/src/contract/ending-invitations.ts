import { beforeEach, describe, expect, it } from "vitest";
import { atOnce, howMany, MANY, type Opened, race, RETENTION, rollBack } from "./fixture.js";
import {
  at,
  emailAddress,
  hash,
  invitationId,
  organizationId,
  someInvitation,
  someOrganization,
  someUser,
} from "./samples.js";

const ACME = organizationId("acme");
const OTHER = organizationId("other");
const ONE = invitationId("one");
const SETTLED = ["accepted", "rejected", "canceled"] as const;

export function describeEndingInvitations(opened: Opened): void {
  const invitations = () => opened().store.invitations;
  const statusOf = async (name: string) => (await invitations().find(invitationId(name)))?.status;
  const insertHosts = async (): Promise<void> => {
    await opened().store.users.insertUnlessTaken(someUser("ada"));
    for (const name of ["acme", "other"])
      await opened().store.organizations.insertUnlessTaken(someOrganization(name));
  };
  const insertAll = async (): Promise<void> => {
    await insertHosts();
    await invitations().insertUnlessPending(someInvitation("one", "grace"));
    await invitations().insertUnlessPending(someInvitation("two", "eve"));
    await invitations().insertUnlessPending(
      someInvitation("abroad", "grace", { organizationId: OTHER }),
    );
  };
  const others = async () => [await statusOf("two"), await statusOf("abroad")];

  describe("settled invitations", () => {
    beforeEach(insertAll);

    it.each(SETTLED)("one that is %s is that and nothing else, and no other is", async (status) => {
      const before = await invitations().find(ONE);
      expect(await invitations().settle(ONE, status, at(1))).toBe(true);
      expect(await invitations().find(ONE)).toEqual({ ...before, status });
      expect(await invitations().findByToken(hash("one"))).toEqual({ ...before, status });
      expect(await others()).toEqual(["pending", "pending"]);
    });

    it.each(SETTLED)("one that is %s is so for good, and alive no more", async (status) => {
      await invitations().settle(ONE, status, at(1));
      for (const other of SETTLED)
        expect(await invitations().settle(ONE, other, at(1))).toBe(false);
      expect(await statusOf("one")).toBe(status);
      expect(await invitations().isLive(ONE, at(1))).toBe(false);
      expect(await invitations().listPendingFor(emailAddress("grace"), at(1))).toHaveLength(1);
      expect(await invitations().countPending(ACME, at(1))).toBe(1);
      expect(await invitations().cancelExpired(ACME, emailAddress("grace"), at(1_000))).toBe(false);
      expect(await statusOf("one")).toBe(status);
    });

    it.each(SETTLED)(
      "one that is %s makes room for another to the same email address",
      async (status) => {
        await invitations().settle(ONE, status, at(1));
        expect(await invitations().insertUnlessPending(someInvitation("again", "grace"))).toBe(
          true,
        );
        expect(await invitations().settle(invitationId("again"), status, at(1))).toBe(true);
      },
    );

    it("none is settled from the instant it expires, nor one that never was", async () => {
      expect(await invitations().settle(ONE, "accepted", at(1_000))).toBe(false);
      expect(await invitations().settle(invitationId("never"), "accepted", at(1))).toBe(false);
      expect(await statusOf("one")).toBe("pending");
      expect(await invitations().settle(ONE, "accepted", at(999))).toBe(true);
    });

    it("of fifty who settle one, each in their way, one does", async () => {
      const settled = await race(opened(), MANY, (rival, turn) =>
        rival.invitations.settle(ONE, SETTLED[turn % 3]!, at(1)),
      );
      expect(howMany(settled)).toBe(1);
      expect(await statusOf("one")).toBe(SETTLED[settled.indexOf(true) % 3]);
      expect(await others()).toEqual(["pending", "pending"]);
    });

    it("of fifty transactions that settle one, one does, and the others see how", async () => {
      const outcomes = await atOnce(opened().store, MANY, async (tx, turn) => {
        const settled = await tx.invitations.settle(ONE, SETTLED[turn % 3]!, at(1));
        return { settled, status: (await tx.invitations.find(ONE))?.status };
      });
      expect(howMany(outcomes.map(({ settled }) => settled))).toBe(1);
      expect(new Set(outcomes.map(({ status }) => status)).size).toBe(1);
    });

    it("one is pending again after a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await tx.invitations.settle(ONE, "accepted", at(1))).toBe(true);
        expect(await tx.invitations.isLive(ONE, at(1))).toBe(false);
      });
      expect(await statusOf("one")).toBe("pending");
    });
  });

  describe("invitations under a new link", () => {
    beforeEach(insertAll);
    const link = { tokenHash: hash("newer"), expiresAt: at(2_000), inviterId: null };
    const updateLink = (now: number) => invitations().updateLink(ONE, link, at(now));

    it("one has that token, end and inviter, and nothing else of it or of others changes", async () => {
      const before = (await invitations().find(ONE))!;
      expect(await updateLink(1)).toBe(true);
      expect(await invitations().find(ONE)).toEqual({ ...before, ...link, inviter: null });
      expect(await invitations().findByToken(hash("newer"))).toMatchObject({ id: ONE });
      expect(await invitations().findByToken(hash("one"))).toBeNull();
      expect(await invitations().isLive(ONE, at(1_999))).toBe(true);
      expect(await invitations().find(invitationId("two"))).toMatchObject({
        tokenHash: hash("two"),
      });
    });

    it("none is given one from the instant it expires, nor once it is settled, nor if it never was", async () => {
      expect(await updateLink(1_000)).toBe(false);
      await invitations().settle(ONE, "rejected", at(1));
      expect(await updateLink(2)).toBe(false);
      expect(await invitations().updateLink(invitationId("never"), link, at(1))).toBe(false);
      expect(await invitations().findByToken(hash("newer"))).toBeNull();
    });

    it("of fifty who settle one or give it a link, none gives one to what is settled", async () => {
      const done = await race(opened(), MANY, (rival, turn) =>
        turn % 2 === 0
          ? rival.invitations.settle(ONE, "accepted", at(1))
          : rival.invitations.updateLink(ONE, { ...link, tokenHash: hash(`racer-${turn}`) }, at(1)),
      );
      expect(howMany(done.filter((_, turn) => turn % 2 === 0))).toBe(1);
      const { status, tokenHash } = (await invitations().find(ONE))!;
      expect(status).toBe("accepted");
      const given = [
        hash("one"),
        ...done.flatMap((gave, turn) => (gave && turn % 2 === 1 ? [hash(`racer-${turn}`)] : [])),
      ];
      expect(given).toContain(tokenHash);
    });

    it("one has its earlier link again after a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await tx.invitations.updateLink(ONE, link, at(1))).toBe(true);
      });
      expect(await invitations().findByToken(hash("one"))).toMatchObject({ id: ONE });
    });
  });

  describe("living and expired invitations", () => {
    beforeEach(insertAll);

    it("one lives until the instant it expires, and one that never was does not", async () => {
      expect(await invitations().isLive(ONE, at(999))).toBe(true);
      expect(await invitations().isLive(ONE, at(1_000))).toBe(false);
      expect(await invitations().isLive(invitationId("never"), at(1))).toBe(false);
    });

    it("the pending one of an organization for an email address is found while it lives", async () => {
      const find = (now: number) => invitations().findPending(ACME, emailAddress("grace"), at(now));
      expect(await find(999)).toEqual(await invitations().find(ONE));
      expect(await find(1_000)).toBeNull();
      expect(await invitations().findPending(OTHER, emailAddress("grace"), at(1))).toMatchObject({
        id: invitationId("abroad"),
      });
      expect(await invitations().findPending(ACME, emailAddress("nobody"), at(1))).toBeNull();
      await invitations().settle(ONE, "canceled", at(1));
      expect(await find(1)).toBeNull();
    });

    it("an organization's pending ones are counted while they live", async () => {
      await invitations().insertUnlessPending(
        someInvitation("long", "kim", { expiresAt: at(1_001) }),
      );
      await invitations().insertUnlessPending(
        someInvitation("settled", "lee", { status: "rejected" }),
      );
      const counts = [at(999), at(1_000), at(1_001)].map((now) =>
        invitations().countPending(ACME, now),
      );
      expect(await Promise.all(counts)).toEqual([3, 1, 0]);
      expect(await invitations().countPending(OTHER, at(999))).toBe(1);
      expect(await invitations().countPending(organizationId("nowhere"), at(1))).toBe(0);
    });

    it("an expired one is cancelled, from the instant it expires, and makes room", async () => {
      expect(await invitations().cancelExpired(ACME, emailAddress("grace"), at(999))).toBe(false);
      expect(await statusOf("one")).toBe("pending");
      expect(await invitations().cancelExpired(ACME, emailAddress("grace"), at(1_000))).toBe(true);
      expect(await statusOf("one")).toBe("canceled");
      expect(await others()).toEqual(["pending", "pending"]);
      expect(await invitations().insertUnlessPending(someInvitation("again", "grace"))).toBe(true);
    });

    it("an expired one is cancelled once, however many race", async () => {
      expect(
        howMany(
          await race(opened(), MANY, (rival) =>
            rival.invitations.cancelExpired(ACME, emailAddress("grace"), at(1_000)),
          ),
        ),
      ).toBe(1);
      expect(await others()).toEqual(["pending", "pending"]);
    });

    it("nothing is cancelled for another organization or email address", async () => {
      expect(await invitations().cancelExpired(OTHER, emailAddress("eve"), at(1_000))).toBe(false);
      expect(await invitations().cancelExpired(ACME, emailAddress("nobody"), at(1_000))).toBe(
        false,
      );
      expect([await statusOf("one"), ...(await others())]).toEqual([
        "pending",
        "pending",
        "pending",
      ]);
    });
  });

  describe("swept invitations", () => {
    beforeEach(insertHosts);

    it("those of every status that had expired by an instant go, and none that expires later", async () => {
      for (const status of ["pending", ...SETTLED] as const)
        await invitations().insertUnlessPending(
          someInvitation(status, status, { status, expiresAt: at(10) }),
        );
      await invitations().insertUnlessPending(
        someInvitation("later", "later", { expiresAt: at(11) }),
      );
      expect(await opened().store.sweep(at(9), 100, RETENTION)).toBe(0);
      expect(await opened().store.sweep(at(10), 100, RETENTION)).toBe(4);
      expect((await invitations().listByOrganization(ACME, 100)).map(({ id }) => id)).toEqual([
        invitationId("later"),
      ]);
    });

    it("fifty go once each, and no more at a time than asked", async () => {
      for (let index = 0; index < MANY; index++)
        await invitations().insertUnlessPending(
          someInvitation(`i${index}`, `i${index}`, { expiresAt: at(index) }),
        );
      expect(await opened().store.sweep(at(MANY), 3, RETENTION)).toBe(3);
      expect(await invitations().listByOrganization(ACME, 100)).toHaveLength(MANY - 3);
      const removed = await race(opened(), MANY, (rival) => rival.sweep(at(MANY), 3, RETENTION));
      expect(removed.reduce((total, count) => total + count, 0)).toBe(MANY - 3);
    });
  });
}

import type { Invitation } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { atOnce, howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import {
  at,
  emailAddress,
  hash,
  invitationId,
  organizationId,
  someInvitation,
  someOrganization,
  someUser,
  userId,
} from "./samples.js";

const ACME = organizationId("acme");
const OTHER = organizationId("other");

const KINDS: Readonly<Record<string, Partial<Invitation>>> = {
  "the role owner": { role: "owner" },
  "the role admin": { role: "admin" },
  "the role member": { role: "member", createdAt: at(3), expiresAt: at(4) },
  "no inviter": { inviterId: null },
  "the status accepted": { status: "accepted" },
  "the status rejected": { status: "rejected" },
  "the status canceled": { status: "canceled" },
};

export function describeInvitations(opened: Opened): void {
  const invitations = () => opened().store.invitations;
  const shown = (invitation: Invitation) => ({
    ...invitation,
    organization:
      invitation.organizationId === ACME
        ? { name: "Acme 株式会社", slug: "acme" }
        : { name: "Name of other", slug: "other" },
    inviter: invitation.inviterId && { name: "Ада 👩🏽‍🚀", email: emailAddress("ada") },
  });
  const insertHosts = async (): Promise<void> => {
    const { store } = opened();
    await store.users.insertUnlessTaken(someUser("ada", { name: "Ада 👩🏽‍🚀" }));
    await store.organizations.insertUnlessTaken(
      someOrganization("acme", { name: "Acme 株式会社" }),
    );
    await store.organizations.insertUnlessTaken(someOrganization("other"));
  };

  describe("invitations", () => {
    beforeEach(insertHosts);

    it.each(Object.keys(KINDS))(
      "one with %s is shown as it was stored, with organization and inviter",
      async (kind) => {
        const invitation = someInvitation("one", "grace", KINDS[kind]);
        expect(await invitations().insertUnlessPending(invitation)).toBe(true);
        expect(await invitations().insertUnlessPending(someInvitation("two", "eve"))).toBe(true);
        expect(await invitations().find(invitation.id)).toEqual(shown(invitation));
        expect(await invitations().findByToken(hash("one"))).toEqual(shown(invitation));
        expect(await invitations().listByOrganization(ACME, 10)).toContainEqual(shown(invitation));
      },
    );

    it("an inviter without a name is shown without", async () => {
      await opened().store.users.insertUnlessTaken(someUser("plain", { name: "" }));
      await invitations().insertUnlessPending(
        someInvitation("one", "grace", { inviterId: userId("plain") }),
      );
      expect((await invitations().find(invitationId("one")))?.inviter).toEqual({
        name: "",
        email: emailAddress("plain"),
      });
    });

    it("none is found by an unknown id or token, nor by one in another case", async () => {
      await invitations().insertUnlessPending(someInvitation("one", "grace"));
      for (const unknown of ["two", "ONE", ""]) {
        expect(await invitations().find(invitationId(unknown))).toBeNull();
        expect(await invitations().findByToken(hash(unknown))).toBeNull();
      }
    });

    it("looking changes nothing, however often", async () => {
      await invitations().insertUnlessPending(someInvitation("one", "grace"));
      for (let times = 0; times < 3; times++)
        expect(await invitations().findByToken(hash("one"))).toEqual(
          shown(someInvitation("one", "grace")),
        );
      expect(await invitations().isLive(invitationId("one"), at(1))).toBe(true);
    });

    it.each([
      ["alive", 1_000],
      ["expired", -1_000_000],
    ])(
      "one that is pending and %s refuses another to the same email address, and nothing changes",
      async (_how, end) => {
        const first = someInvitation("one", "grace", {
          createdAt: at(-2_000_000),
          expiresAt: at(end),
        });
        await invitations().insertUnlessPending(first);
        expect(
          await invitations().insertUnlessPending(
            someInvitation("two", "grace", { role: "admin" }),
          ),
        ).toBe(false);
        expect(await invitations().listByOrganization(ACME, 10)).toEqual([shown(first)]);
      },
    );

    it("one of another organization, of another email address, or one that is settled refuses none", async () => {
      await invitations().insertUnlessPending(
        someInvitation("settled", "grace", { status: "rejected" }),
      );
      await invitations().insertUnlessPending(
        someInvitation("abroad", "grace", { organizationId: OTHER }),
      );
      await invitations().insertUnlessPending(someInvitation("eve", "eve"));
      expect(await invitations().insertUnlessPending(someInvitation("one", "grace"))).toBe(true);
      expect(
        await invitations().insertUnlessPending(
          someInvitation("another", "grace", { status: "canceled" }),
        ),
      ).toBe(true);
    });

    it.each([
      { email: emailAddress("grace") },
      { id: invitationId("one") },
      { tokenHash: hash("one") },
    ])("a taken %j does not spoil the transaction it was met in", async (taken) => {
      await invitations().insertUnlessPending(someInvitation("one", "grace"));
      await opened().store.transaction(async (tx) => {
        expect(await tx.invitations.insertUnlessPending(someInvitation("two", "eve", taken))).toBe(
          false,
        );
        expect(await tx.invitations.insertUnlessPending(someInvitation("three", "kim"))).toBe(true);
      });
      expect(await invitations().find(invitationId("one"))).toEqual(
        shown(someInvitation("one", "grace")),
      );
      expect(await invitations().listByOrganization(ACME, 10)).toHaveLength(2);
    });

    it("none is stored for an unknown organization, of an unknown inviter or with an unknown role", async () => {
      const impossible = [
        { organizationId: organizationId("nowhere") },
        { inviterId: userId("nobody") },
        { role: "king" },
        { status: "lost" },
      ];
      for (const own of impossible as readonly Partial<Invitation>[])
        await expect(
          invitations().insertUnlessPending(someInvitation("one", "grace", own)),
        ).rejects.toThrow();
      expect(await invitations().find(invitationId("one"))).toBeNull();
    });

    it("of fifty that invite one email address one does", async () => {
      const racers = Array.from({ length: MANY }, (_, turn) =>
        someInvitation(`racer-${turn}`, "grace"),
      );
      const inserted = await race(opened(), MANY, (rival, turn) =>
        rival.invitations.insertUnlessPending(racers[turn]!),
      );
      expect(howMany(inserted)).toBe(1);
      expect(await invitations().listByOrganization(ACME, 100)).toEqual([
        shown(racers[inserted.indexOf(true)]!),
      ]);
    });

    it("of fifty transactions that invite one email address one does, and none is left of one that fails", async () => {
      const { store } = opened();
      await rollBack(store, async (tx) => {
        expect(await tx.invitations.insertUnlessPending(someInvitation("lost", "grace"))).toBe(
          true,
        );
      });
      const inserted = await atOnce(store, MANY, (tx, turn) =>
        tx.invitations.insertUnlessPending(someInvitation(`r${turn}`, "grace")),
      );
      expect(howMany(inserted)).toBe(1);
    });
  });

  describe("lists of invitations", () => {
    beforeEach(insertHosts);
    const insertAll = async (all: readonly Invitation[]): Promise<void> => {
      for (const invitation of all)
        expect(await invitations().insertUnlessPending(invitation)).toBe(true);
    };

    it("of an organization are of every status, newest first, at one instant by their ids, and no longer than asked", async () => {
      const ages = {
        b: [5, "pending"],
        d: [5, "accepted"],
        c: [5, "rejected"],
        z: [1, "canceled"],
        a: [9, "pending"],
      } as const;
      await insertAll(
        Object.entries(ages).map(([name, [time, status]]) =>
          someInvitation(name, name, { createdAt: at(time), status, expiresAt: at(2) }),
        ),
      );
      await insertAll([someInvitation("abroad", "a", { organizationId: OTHER, createdAt: at(7) })]);
      const listed = async (limit: number) =>
        (await invitations().listByOrganization(ACME, limit)).map(({ id }) => id);
      expect(await listed(10)).toEqual(["a", "d", "c", "b", "z"].map(invitationId));
      expect(await listed(2)).toEqual(["a", "d"].map(invitationId));
      expect(await invitations().listByOrganization(OTHER, 10)).toEqual([
        shown(someInvitation("abroad", "a", { organizationId: OTHER, createdAt: at(7) })),
      ]);
      expect(await invitations().listByOrganization(organizationId("nowhere"), 10)).toEqual([]);
    });

    it("to an email address are pending and alive, newest first, at one instant by their ids, and to no other", async () => {
      const hosts = { b: 5, c: 5, a: 9, dead: 1 };
      for (const host of Object.keys(hosts))
        await opened().store.organizations.insertUnlessTaken(someOrganization(host));
      const toGrace = Object.entries(hosts).map(([host, time]) =>
        someInvitation(host, "grace", {
          organizationId: organizationId(host),
          createdAt: at(time),
          expiresAt: at(host === "dead" ? 100 : 101),
        }),
      );
      await insertAll([
        ...toGrace,
        someInvitation("hers", "eve"),
        someInvitation("settled", "grace", { status: "accepted", createdAt: at(3) }),
      ]);
      const listed = async (name: string, now: number) =>
        (await invitations().listPendingFor(emailAddress(name), at(now))).map(({ id }) => id);
      expect(await listed("grace", 99)).toEqual(["a", "c", "b", "dead"].map(invitationId));
      expect(await listed("grace", 100)).toEqual(["a", "c", "b"].map(invitationId));
      expect(await listed("grace", 101)).toEqual([]);
      expect(await invitations().listPendingFor(emailAddress("eve"), at(1))).toEqual([
        shown(someInvitation("hers", "eve")),
      ]);
      for (const name of ["GRACE", "nobody"]) expect(await listed(name, 1)).toEqual([]);
    });
  });
}

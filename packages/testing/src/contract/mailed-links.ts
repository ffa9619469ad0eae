import { isStoreConflict, type LinkPurpose } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race, RETENTION } from "./fixture.js";
import {
  at,
  emailAddress,
  hash,
  linkId,
  sessionId,
  someLink,
  someRenewal,
  someSession,
  someUser,
  userId,
} from "./samples.js";

export function describeMailedLinks(opened: Opened): void {
  const links = () => opened().store.mailedLinks;
  const find = (name: string) => links().find("password-reset", hash(name));
  const insertOwners = async (): Promise<void> => {
    for (const name of ["ada", "grace"])
      await opened().store.users.insertUnlessTaken(someUser(name));
  };

  describe("mailed links", () => {
    beforeEach(insertOwners);

    it("a link is found by its token as it was stored, as often as one likes", async () => {
      const owned = { email: emailAddress("new"), userId: userId("ada"), redirectTo: "/settings" };
      const rich = someLink("two", "ada", {
        purpose: "magic-link",
        name: "Åda Łovelace 👩🏽‍🚀",
        ...owned,
      });
      await links().replace(someLink("one", "nobody"));
      await links().replace(rich);
      for (let times = 0; times < 3; times++) {
        expect(await find("one")).toEqual(someLink("one", "nobody"));
        expect(await links().find("magic-link", hash("two"))).toEqual(rich);
      }
      expect(await links().consume(linkId("one"), at(1))).toBe(true);
    });

    it("a token of one purpose is unknown to every other", async () => {
      await links().replace(someLink("one", "ada"));
      await links().replace(someLink("two", "ada", { purpose: "email-change" }));
      for (const purpose of ["email-change", "magic-link"] as const)
        expect(await links().find(purpose, hash("one"))).toBeNull();
      expect(await links().find("password-reset", hash("two"))).toBeNull();
      expect(await links().find("password-reset", hash("three"))).toBeNull();
    });

    it("an expired link is found too", async () => {
      const expired = someLink("one", "ada", { expiresAt: at(-1_000_000) });
      await links().replace(expired);
      expect(await find("one")).toEqual(expired);
    });

    it("a new link takes the place of the earlier one for the same purpose and subject, in everything", async () => {
      const times = { createdAt: at(5), expiresAt: at(2_000) };
      const newer = someLink("two", "ada", {
        email: emailAddress("new"),
        userId: userId("ada"),
        redirectTo: "/",
        name: "Ada",
        ...times,
      });
      await links().replace(someLink("one", "ada", { name: "Eve" }));
      await links().replace(newer);
      expect(await find("one")).toBeNull();
      expect(await links().isLive(linkId("one"), at(6))).toBe(false);
      expect(await links().consume(linkId("one"), at(6))).toBe(false);
      expect(await find("two")).toEqual(newer);
    });

    it("links for other purposes and subjects stay where they are", async () => {
      await links().replace(someLink("one", "ada"));
      await links().replace(someLink("two", "ada", { purpose: "email-change" }));
      await links().replace(someLink("three", "ADA"));
      await links().replace(someLink("four", "ada", { purpose: "magic-link" }));
      for (const name of ["one", "two", "three", "four"])
        expect(await links().isLive(linkId(name), at(1))).toBe(true);
    });

    it("no two links share a token", async () => {
      await links().replace(someLink("one", "ada"));
      await expect(
        links().replace(someLink("two", "grace", { tokenHash: hash("one") })),
      ).rejects.toSatisfy(isStoreConflict);
      expect(await find("one")).toEqual(someLink("one", "ada"));
    });

    it("a link of a user who is not there is refused", async () => {
      await expect(
        links().replace(someLink("one", "ada", { userId: userId("nobody") })),
      ).rejects.toThrow();
    });

    it("fifty links at once for one purpose and subject leave one of them", async () => {
      await race(opened(), MANY, (rival, turn) =>
        rival.mailedLinks.replace(someLink(`l${turn}`, "ada")),
      );
      const lives = await race(opened(), MANY, (rival, turn) =>
        rival.mailedLinks.isLive(linkId(`l${turn}`), at(1)),
      );
      expect(howMany(lives)).toBe(1);
      expect(await opened().store.sweep(at(1_000), 100, RETENTION)).toBe(1);
    });
  });

  describe("use of a mailed link", () => {
    it("a link is used once", async () => {
      await links().replace(someLink("one", "ada"));
      await links().replace(someLink("other", "grace"));
      expect(await links().consume(linkId("one"), at(1))).toBe(true);
      expect(await links().consume(linkId("one"), at(1))).toBe(false);
      expect(await links().consume(linkId("never"), at(1))).toBe(false);
      expect(await find("one")).toBeNull();
      expect(await find("other")).not.toBeNull();
    });
  });

  describe("a mailed link that is bound to a session", () => {
    const bound = someLink("one", "ada", {
      purpose: "email-change",
      userId: userId("ada"),
      sessionId: sessionId("asking"),
    });
    beforeEach(async () => {
      await insertOwners();
      await opened().store.sessions.insert(someSession("asking", "ada", { expiresAt: at(500) }));
      await links().replace(bound);
    });
    const isLive = (now: Date) => links().isLive(bound.id, now);

    it("lives and is used once while that session lives", async () => {
      expect(await links().find("email-change", bound.tokenHash)).toEqual(bound);
      expect(await isLive(at(499))).toBe(true);
      expect(await links().consume(bound.id, at(499))).toBe(true);
      expect(await links().consume(bound.id, at(499))).toBe(false);
    });

    it("is found by its subject while it lives: not by another, nor for another purpose", async () => {
      const unbound = someLink("two", "ada");
      await links().replace(unbound);
      const findLive = (purpose: LinkPurpose, subject: string, now: Date) =>
        links().findLive(purpose, subject, now);
      expect(await findLive("email-change", "ada", at(499))).toEqual(bound);
      expect(await findLive("password-reset", "ada", at(499))).toEqual(unbound);
      expect(await findLive("magic-link", "ada", at(1))).toBeNull();
      expect(await findLive("email-change", "grace", at(1))).toBeNull();
      expect(await findLive("email-change", "ada", at(500))).toBeNull();
      expect(await findLive("password-reset", "ada", unbound.expiresAt)).toBeNull();
      expect(await links().revokeForSession(userId("ada"), sessionId("asking"))).toBe(1);
      expect(await findLive("email-change", "ada", at(1))).toBeNull();
    });

    it("is dead from the instant that session expires, and is still found", async () => {
      expect(await isLive(at(500))).toBe(false);
      expect(await links().consume(bound.id, at(500))).toBe(false);
      expect(await links().find("email-change", bound.tokenHash)).toEqual(bound);
    });

    it("is dead once that session has ended, however it was ended", async () => {
      const { store } = opened();
      const endings = [
        () => store.sessions.revoke(userId("ada"), sessionId("asking")),
        () => store.sessions.revokeByToken(hash("asking")),
        () => store.sessions.revokeOthers(userId("ada"), sessionId("kept")),
        () => store.sessions.revokeOldest(userId("ada"), 0),
        () => store.sweep(at(500), 10, RETENTION),
      ];
      for (const end of endings) {
        expect(await isLive(at(1))).toBe(true);
        await end();
        expect(await isLive(at(1))).toBe(false);
        expect(await links().consume(bound.id, at(1))).toBe(false);
        expect(await links().find("email-change", bound.tokenHash)).toEqual(bound);
        await store.sessions.insert(someSession("asking", "ada", { expiresAt: at(500) }));
      }
    });

    it("goes on with that session under a new token, and with no other", async () => {
      const { store } = opened();
      await store.sessions.insert(someSession("other", "ada"));
      expect(
        await store.sessions.renew(sessionId("asking"), hash("asking"), someRenewal("renewed")),
      ).toBe(true);
      expect(await isLive(at(1))).toBe(true);
      expect(await store.sessions.revoke(userId("ada"), sessionId("asking"))).toBe(true);
      expect(await isLive(at(1))).toBe(false);
    });

    it("is dead once it was ended for that session, which goes on; it is still found, and no other is touched", async () => {
      const { store } = opened();
      const { purpose } = bound;
      const grace = { purpose, userId: userId("grace"), sessionId: sessionId("hers") } as const;
      await store.sessions.insert(someSession("hers", "grace", { expiresAt: at(500) }));
      await links().replace(someLink("two", "grace", grace));
      const unbound = someLink("three", "ada", { userId: userId("ada") });
      await links().replace(unbound);
      const end = (owner: string) => links().revokeForSession(userId(owner), sessionId("asking"));
      expect(await end("grace")).toBe(0);
      expect(await isLive(at(1))).toBe(true);
      expect([await end("ada"), await end("ada")]).toEqual([1, 0]);
      expect(await isLive(at(1))).toBe(false);
      expect(await links().consume(bound.id, at(1))).toBe(false);
      const { sessionId: _was, ...rest } = bound;
      expect(await links().find(purpose, bound.tokenHash)).toMatchObject(rest);
      expect(await store.sessions.findLive(hash("asking"), at(1))).not.toBeNull();
      for (const other of [linkId("two"), unbound.id])
        expect(await links().consume(other, at(1))).toBe(true);
    });

    it("is used while no other transaction can end that session", async () => {
      const { store, rivals } = opened();
      let used = (): void => {};
      const ending = new Promise<void>((resolve) => (used = resolve)).then(() =>
        (rivals[0] ?? store).sessions.revoke(userId("ada"), sessionId("asking")),
      );
      await store.transaction(async (tx) => {
        expect(await tx.mailedLinks.consume(bound.id, at(1))).toBe(true);
        used();
        for (let times = 0; times < MANY; times++)
          expect(await tx.sessions.findLive(hash("asking"), at(1))).not.toBeNull();
      });
      expect(await ending).toBe(true);
    });
  });

  describe("end of mailed links", () => {
    beforeEach(insertOwners);

    it("all that were mailed to an email address or belong to a user go together, each counted once", async () => {
      const ada = userId("ada");
      await links().replace(someLink("mailed", "one", { email: emailAddress("ada") }));
      await links().replace(
        someLink("owned", "two", {
          email: emailAddress("new"),
          userId: ada,
          expiresAt: at(-1_000_000),
        }),
      );
      await links().replace(
        someLink("both", "three", {
          purpose: "email-change",
          email: emailAddress("ada"),
          userId: ada,
        }),
      );
      await links().replace(
        someLink("hers", "four", { email: emailAddress("grace"), userId: userId("grace") }),
      );
      await links().replace(someLink("nobodys", "five", { email: emailAddress("ADA") }));
      const asked = { email: emailAddress("ada"), userId: userId("grace") };
      await links().replace(someLink("askedByHer", "six", { purpose: "email-change", ...asked }));
      expect(await links().deleteFor({ userId: ada, email: emailAddress("ada") })).toBe(3);
      expect(await links().deleteFor({ userId: ada, email: emailAddress("ada") })).toBe(0);
      for (const name of ["hers", "nobodys", "askedByHer"])
        expect(await links().isLive(linkId(name), at(1))).toBe(true);
    });

    it("those that are bound to no session go by themselves, and the others stay", async () => {
      const [ada, email] = [userId("ada"), emailAddress("ada")];
      await links().replace(someLink("mailed", "one", { email }));
      await links().replace(someLink("owned", "two", { userId: ada }));
      const bound = { purpose: "email-change", sessionId: sessionId("asking") } as const;
      const kept = someLink("bound", "three", { ...bound, userId: ada });
      await links().replace(kept);
      const asked = { purpose: "email-change", email, userId: userId("grace") } as const;
      await links().replace(someLink("askedByHer", "four", asked));
      expect(await links().deleteUnboundFor({ userId: ada, email })).toBe(2);
      expect(await links().deleteUnboundFor({ userId: ada, email })).toBe(0);
      expect([await find("mailed"), await find("owned")]).toEqual([null, null]);
      expect(await links().find("email-change", hash("bound"))).toEqual(kept);
      expect(await links().find("email-change", hash("askedByHer"))).not.toBeNull();
    });
  });
}

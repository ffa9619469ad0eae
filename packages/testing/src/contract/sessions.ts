import { isStoreConflict } from "@acme/auth-core";
import type { ProvenSession } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race } from "./fixture.js";
import { at, hash, sessionId, someRenewal, someSession, someUser, userId } from "./samples.js";

const EXPIRY = at(1_000);
const JUST_BEFORE = at(999);

export function describeSessions(opened: Opened): void {
  const sessions = () => opened().store.sessions;
  const insert = async (...all: readonly ProvenSession[]): Promise<void> => {
    for (const session of all) await sessions().insert(session);
  };

  describe("sessions", () => {
    beforeEach(async () => {
      await opened().store.users.insertUnlessTaken(someUser("ada"));
      await opened().store.users.insertUnlessTaken(someUser("grace"));
    });

    it("a session is found by its token as it was stored", async () => {
      const plain = someSession("one", "ada");
      const rich = someSession("two", "ada", {
        authenticatedAt: at(1),
        authenticatedBy: "magic-link",
        remembered: false,
        createdAt: at(2),
        lastSeenAt: at(3),
        ipAddress: null,
        userAgent: null,
      });
      await insert(plain, rich);
      expect(await sessions().findLive(plain.tokenHash, at(5))).toEqual(plain);
      expect(await sessions().findLive(rich.tokenHash, at(5))).toEqual(rich);
      expect(await sessions().findLive(hash("three"), at(5))).toBeNull();
    });

    it("a session is dead at the instant it expires", async () => {
      await insert(someSession("one", "ada"));
      expect(await sessions().findLive(hash("one"), JUST_BEFORE)).not.toBeNull();
      expect(await sessions().findLive(hash("one"), EXPIRY)).toBeNull();
      expect(await sessions().findLive(hash("one"), at(1_001))).toBeNull();
    });

    it("a session of an unknown user cannot be stored", async () => {
      await expect(sessions().insert(someSession("one", "nobody"))).rejects.toThrow();
      expect(await sessions().findLive(hash("one"), at(1))).toBeNull();
    });

    it("two sessions cannot have one token", async () => {
      await insert(someSession("one", "ada"));
      await expect(
        sessions().insert(someSession("two", "grace", { tokenHash: hash("one") })),
      ).rejects.toSatisfy(isStoreConflict);
      expect(await sessions().findLive(hash("one"), at(1))).toEqual(someSession("one", "ada"));
    });

    it("a user's living sessions are listed newest first", async () => {
      await insert(
        someSession("b", "ada", { createdAt: at(2), authenticatedAt: at(9) }),
        someSession("c", "ada", { createdAt: at(3), expiresAt: at(100) }),
        someSession("a", "ada", { createdAt: at(1) }),
        someSession("other", "grace"),
      );
      const idsAt = async (now: Date) =>
        (await sessions().listLive(userId("ada"), now)).map(({ id }) => id);
      expect(await idsAt(at(99))).toEqual([sessionId("c"), sessionId("b"), sessionId("a")]);
      expect(await idsAt(at(100))).toEqual([sessionId("b"), sessionId("a")]);
      expect(await idsAt(EXPIRY)).toEqual([]);
      expect(await sessions().listLive(userId("nobody"), at(1))).toEqual([]);
      expect(await sessions().listLive(userId("grace"), at(1))).toEqual([
        someSession("other", "grace"),
      ]);
    });
  });

  describe("renewed sessions", () => {
    beforeEach(async () => {
      await opened().store.users.insertUnlessTaken(someUser("ada"));
      await insert(someSession("one", "ada"));
    });

    it("renewal keeps the row and changes everything an authentication changes", async () => {
      expect(await sessions().renew(sessionId("one"), hash("one"), someRenewal("new"))).toBe(true);
      expect(await sessions().findLive(hash("one"), at(600))).toBeNull();
      expect(await sessions().findLive(hash("new"), at(600))).toEqual({
        ...someSession("one", "ada"),
        ...someRenewal("new"),
      });
    });

    it("renewal takes the token the session has", async () => {
      expect(await sessions().renew(sessionId("one"), hash("guessed"), someRenewal("new"))).toBe(
        false,
      );
      expect(await sessions().renew(sessionId("two"), hash("one"), someRenewal("new"))).toBe(false);
      expect(await sessions().findLive(hash("one"), at(600))).toEqual(someSession("one", "ada"));
    });

    it("of fifty that renew with one token one succeeds", async () => {
      const renewed = await race(opened(), MANY, (rival, turn) =>
        rival.sessions.renew(sessionId("one"), hash("one"), someRenewal(`new-${turn}`)),
      );
      expect(howMany(renewed)).toBe(1);
      expect(
        await sessions().findLive(hash(`new-${renewed.indexOf(true)}`), at(600)),
      ).not.toBeNull();
    });
  });

  describe("touched sessions", () => {
    const seen = { lastSeenAt: at(400), expiresAt: at(5_000), unseenSince: at(100) };

    beforeEach(async () => {
      await opened().store.users.insertUnlessTaken(someUser("ada"));
    });

    it("touching moves when the session was seen and when it ends, and nothing else", async () => {
      await insert(someSession("one", "ada"));
      expect(await sessions().touch(sessionId("one"), seen)).toBe(true);
      expect(await sessions().findLive(hash("one"), at(4_999))).toEqual(
        someSession("one", "ada", { lastSeenAt: at(400), expiresAt: at(5_000) }),
      );
    });

    it("a session seen since is not touched, one seen at that very instant is", async () => {
      await insert(
        someSession("one", "ada", { lastSeenAt: at(101) }),
        someSession("two", "ada", { lastSeenAt: at(100) }),
      );
      expect(await sessions().touch(sessionId("one"), seen)).toBe(false);
      expect(await sessions().findLive(hash("one"), at(1))).toEqual(
        someSession("one", "ada", { lastSeenAt: at(101) }),
      );
      expect(await sessions().touch(sessionId("two"), seen)).toBe(true);
    });

    it("a session that is gone is not touched", async () => {
      expect(await sessions().touch(sessionId("one"), seen)).toBe(false);
    });

    it("of fifty that touch a session one does", async () => {
      await insert(someSession("one", "ada"));
      const touched = await race(opened(), MANY, (rival) =>
        rival.sessions.touch(sessionId("one"), seen),
      );
      expect(howMany(touched)).toBe(1);
    });
  });
}

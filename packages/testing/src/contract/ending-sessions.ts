import { beforeEach, describe, expect, it } from "vitest";
import { atOnce, howMany, MANY, type Opened, race } from "./fixture.js";
import { at, hash, sessionId, someSession, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const GRACE = userId("grace");
const sum = (counts: readonly number[]): number =>
  counts.reduce((total, count) => total + count, 0);

export function describeEndingSessions(opened: Opened): void {
  const sessions = () => opened().store.sessions;
  const insertFor = async (owner: string, ...names: readonly string[]): Promise<void> => {
    for (const name of names) await sessions().insert(someSession(name, owner));
  };
  const living = async (owner: string): Promise<readonly string[]> =>
    (await sessions().listLive(userId(owner), at(1))).map(({ id }) => id).sort();

  const insertOwners = async (): Promise<void> => {
    for (const owner of ["ada", "grace"])
      await opened().store.users.insertUnlessTaken(someUser(owner));
  };

  describe("sessions ended by token or id", () => {
    beforeEach(insertOwners);

    it("ending by token gives what the session was, once", async () => {
      await insertFor("ada", "one");
      expect(await sessions().revokeByToken(hash("one"))).toEqual(someSession("one", "ada"));
      expect(await sessions().revokeByToken(hash("one"))).toBeNull();
      expect(await sessions().findLive(hash("one"), at(1))).toBeNull();
    });

    it("an expired session is ended by token too", async () => {
      const expired = someSession("one", "ada", { expiresAt: at(-1_000_000) });
      await sessions().insert(expired);
      expect(await sessions().revokeByToken(hash("one"))).toEqual(expired);
    });

    it("of fifty that end one token one is told what it was", async () => {
      await insertFor("ada", "one");
      const ended = await race(opened(), MANY, (rival) =>
        rival.sessions.revokeByToken(hash("one")),
      );
      expect(ended.filter((session) => session !== null)).toEqual([someSession("one", "ada")]);
    });

    it("a user ends one of their own sessions, and no other user's", async () => {
      await insertFor("ada", "one", "two");
      expect(await sessions().revoke(GRACE, sessionId("one"))).toBe(false);
      expect(await sessions().revoke(ADA, sessionId("three"))).toBe(false);
      expect(await living("ada")).toEqual([sessionId("one"), sessionId("two")]);
      expect(await sessions().revoke(ADA, sessionId("one"))).toBe(true);
      expect(await sessions().revoke(ADA, sessionId("one"))).toBe(false);
      expect(await living("ada")).toEqual([sessionId("two")]);
    });

    it("of fifty that end one session one does", async () => {
      await insertFor("ada", "one");
      expect(
        howMany(
          await race(opened(), MANY, (rival) => rival.sessions.revoke(ADA, sessionId("one"))),
        ),
      ).toBe(1);
    });
  });

  describe("sessions ended together", () => {
    beforeEach(insertOwners);

    it("all others end, and the kept one and other users' go on", async () => {
      await insertFor("ada", "one", "two", "three");
      await insertFor("grace", "four");
      expect(await sessions().revokeOthers(ADA, sessionId("two"))).toBe(2);
      expect(await living("ada")).toEqual([sessionId("two")]);
      expect(await living("grace")).toEqual([sessionId("four")]);
      expect(await sessions().revokeOthers(ADA, sessionId("two"))).toBe(0);
    });

    it("keeping another user's session keeps none of one's own", async () => {
      await insertFor("ada", "one");
      await insertFor("grace", "two");
      expect(await sessions().revokeOthers(ADA, sessionId("two"))).toBe(1);
      expect(await living("ada")).toEqual([]);
      expect(await living("grace")).toEqual([sessionId("two")]);
    });

    it("all end, expired ones counted", async () => {
      await insertFor("ada", "one", "two");
      await insertFor("grace", "three");
      await sessions().insert(someSession("expired", "ada", { expiresAt: at(-1) }));
      expect(await sessions().revokeOthers(ADA, null)).toBe(3);
      expect(await living("ada")).toEqual([]);
      expect(await living("grace")).toEqual([sessionId("three")]);
    });

    it("fifty that end all sessions count each of them once", async () => {
      await insertFor("ada", ...Array.from({ length: 20 }, (_, index) => `s${index}`));
      expect(
        sum(await race(opened(), MANY, (rival) => rival.sessions.revokeOthers(ADA, null))),
      ).toBe(20);
    });
  });

  describe("the oldest sessions", () => {
    beforeEach(insertOwners);

    it("those authenticated longest ago end, however new their rows are", async () => {
      await sessions().insert(
        someSession("a", "ada", { authenticatedAt: at(3), createdAt: at(0) }),
      );
      await sessions().insert(
        someSession("b", "ada", { authenticatedAt: at(1), createdAt: at(9) }),
      );
      await sessions().insert(
        someSession("c", "ada", { authenticatedAt: at(2), createdAt: at(5) }),
      );
      await insertFor("grace", "other");
      expect(await sessions().revokeOldest(ADA, 2)).toBe(1);
      expect(await living("ada")).toEqual([sessionId("a"), sessionId("c")]);
      expect(await living("grace")).toEqual([sessionId("other")]);
    });

    it("none end where there are no more than are kept, and all where none is kept", async () => {
      await insertFor("ada", "one", "two");
      expect(await sessions().revokeOldest(ADA, 3)).toBe(0);
      expect(await sessions().revokeOldest(ADA, 2)).toBe(0);
      expect(await sessions().revokeOldest(ADA, 0)).toBe(2);
      expect(await living("ada")).toEqual([]);
    });

    it("fifty sign-ins that lock the user leave as many sessions as are kept", async () => {
      const { store } = opened();
      await atOnce(store, MANY, async (tx, turn) => {
        await tx.users.lock(ADA);
        await tx.sessions.insert(someSession(`s${turn}`, "ada", { authenticatedAt: at(turn) }));
        await tx.sessions.revokeOldest(ADA, 5);
      });
      expect(await living("ada")).toHaveLength(5);
    });
  });
}

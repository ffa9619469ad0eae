import type { KnownBrowser, KnownBrowserId } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race } from "./fixture.js";
import { at, hash, sessionId, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const LIFE = 1_000;

const someBrowser = (name: string, own: Partial<KnownBrowser> = {}): KnownBrowser => ({
  id: `browser-${name}` as KnownBrowserId,
  userId: ADA,
  browserHash: hash(name),
  sessionId: sessionId(name),
  seenAt: at(0),
  expiresAt: at(LIFE),
  ...own,
});

export function describeKnownBrowsers(opened: Opened): void {
  const browsers = () => opened().store.knownBrowsers;
  let asked = 0;
  /**
   * Whether the browser is known. Seeing it keeps it as it is, and forgets it again where it was
   * not.
   */
  const isKnown = async (name: string, own: Partial<KnownBrowser> = {}): Promise<boolean> => {
    let known = false;
    const looking = opened().store.transaction(async (tx) => {
      known = await tx.knownBrowsers.replace(
        someBrowser(name, { id: `asked-${++asked}` as KnownBrowserId, ...own }),
      );
      throw new Error("only asked");
    });
    await expect(looking).rejects.toThrow("only asked");
    return known;
  };

  describe("known browsers", () => {
    beforeEach(async () => {
      for (const name of ["ada", "grace"])
        await opened().store.users.insertUnlessTaken(someUser(name));
    });

    it("are known from their second time on, by their hash", async () => {
      expect(await browsers().replace(someBrowser("one"))).toBe(false);
      expect(await isKnown("one")).toBe(true);
      expect(await isKnown("two")).toBe(false);
      expect(await isKnown("two", { browserHash: hash("ONE") })).toBe(false);
    });

    it("are known until the instant at which they expire, counted from when they were last seen", async () => {
      await browsers().replace(someBrowser("one"));
      expect(await isKnown("one", { seenAt: at(LIFE - 1) })).toBe(true);
      expect(await isKnown("one", { seenAt: at(LIFE) })).toBe(false);
      const again = { id: "again" as KnownBrowserId, seenAt: at(5), expiresAt: at(LIFE + 5) };
      expect(await browsers().replace(someBrowser("one", again))).toBe(true);
      expect(await isKnown("one", { seenAt: at(LIFE + 4) })).toBe(true);
      expect(await isKnown("one", { seenAt: at(LIFE + 5) })).toBe(false);
    });

    it("are looked up by their hash, until they expire, and stay as they are", async () => {
      await browsers().replace(someBrowser("one"));
      expect(await browsers().isKnown(hash("one"), at(LIFE - 1))).toBe(true);
      expect(await browsers().isKnown(hash("one"), at(LIFE))).toBe(false);
      expect(await browsers().isKnown(hash("two"), at(0))).toBe(false);
      expect(await isKnown("two")).toBe(false);
    });

    it("that have expired are new once, and known from then on", async () => {
      await browsers().replace(someBrowser("one"));
      const later = { seenAt: at(LIFE), expiresAt: at(2 * LIFE) };
      const again = someBrowser("one", { id: "again" as KnownBrowserId, ...later });
      expect(await browsers().replace(again)).toBe(false);
      expect(await isKnown("one", later)).toBe(true);
    });

    it("are new to one of fifty", async () => {
      const known = await race(opened(), MANY, (rival, turn) =>
        rival.knownBrowsers.replace(
          someBrowser("one", { id: `browser-${turn}` as KnownBrowserId }),
        ),
      );
      expect(howMany(known)).toBe(MANY - 1);
    });

    it("go with their user, and are nobody's without one", async () => {
      await browsers().replace(someBrowser("one"));
      await opened().store.users.delete(ADA);
      await expect(browsers().replace(someBrowser("two"))).rejects.toThrow();
      expect(await browsers().deleteOthers(ADA, null)).toBe(0);
    });

    it("but those seen last are forgotten, of that user only", async () => {
      for (const [name, seenAt] of [
        ["a", 3],
        ["b", 1],
        ["c", 2],
        ["d", 4],
      ] as const)
        await browsers().replace(someBrowser(name, { seenAt: at(seenAt) }));
      await browsers().replace(someBrowser("hers", { userId: userId("grace") }));
      expect(await browsers().deleteOldest(ADA, 4)).toBe(0);
      expect(await browsers().deleteOldest(ADA, 2)).toBe(2);
      const known = [];
      for (const name of ["a", "b", "c", "d", "hers"]) known.push(await isKnown(name));
      expect(known).toEqual([true, false, false, true, true]);
    });

    it("are forgotten by their newest session, one of one user", async () => {
      for (const name of ["a", "b"]) await browsers().replace(someBrowser(name));
      const again = { id: "again" as KnownBrowserId, sessionId: sessionId("new") };
      await browsers().replace(someBrowser("a", again));
      const hers = { userId: userId("grace"), sessionId: sessionId("new") };
      await browsers().replace(someBrowser("hers", hers));
      expect(await browsers().deleteBySession(ADA, sessionId("a"))).toBe(0);
      expect(await browsers().deleteBySession(ADA, sessionId("new"))).toBe(1);
      const known = [];
      for (const name of ["a", "b", "hers"]) known.push(await isKnown(name));
      expect(known).toEqual([false, true, true]);
    });

    it("are forgotten all, or all but that of one session", async () => {
      for (const name of ["a", "b", "c"]) await browsers().replace(someBrowser(name));
      await browsers().replace(someBrowser("hers", { userId: userId("grace") }));
      // The newest session of a browser is the one that counts.
      await browsers().replace(
        someBrowser("b", { id: "again" as KnownBrowserId, sessionId: sessionId("new") }),
      );
      expect(await browsers().deleteOthers(ADA, sessionId("new"))).toBe(2);
      expect([await isKnown("a"), await isKnown("b"), await isKnown("hers")]).toEqual([
        false,
        true,
        true,
      ]);
      expect(await browsers().deleteOthers(ADA, sessionId("b"))).toBe(1);
      await browsers().replace(someBrowser("a"));
      expect(await browsers().deleteOthers(ADA, null)).toBe(1);
      expect(await isKnown("hers")).toBe(true);
    });

    it("of a user begin with the first sign-in, which is noted once", async () => {
      const { users } = opened().store;
      const first = await race(opened(), MANY, (rival) => rival.users.markSignedIn(ADA));
      expect(howMany(first)).toBe(1);
      expect(await users.markSignedIn(ADA)).toBe(false);
      expect(await users.markSignedIn(userId("nobody"))).toBe(false);
      expect(await users.markSignedIn(userId("grace"))).toBe(true);
    });
  });
}

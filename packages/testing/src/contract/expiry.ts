import type { KnownBrowserId, Stores } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { MANY, type Opened, race, RETENTION, sum } from "./fixture.js";
import {
  at,
  hash,
  sessionId,
  someChallenge,
  someCode,
  someLink,
  someSession,
  someState,
  someStreak,
  someUser,
  userId,
} from "./samples.js";

/** How a row is stored that ends with an instant. */
const KINDS: Readonly<
  Record<string, (stores: Stores, name: string, expiresAt: Date) => Promise<unknown>>
> = {
  sessions: ({ sessions }, name, expiresAt) =>
    sessions.insert(someSession(name, "ada", { expiresAt })),
  "one-time codes": ({ oneTimeCodes }, name, expiresAt) =>
    oneTimeCodes.replace(someCode(name, name, { expiresAt })),
  "mailed links": ({ mailedLinks }, name, expiresAt) =>
    mailedLinks.replace(someLink(name, name, { expiresAt })),
  "challenges of passkey ceremonies": ({ passkeyChallenges }, name, expiresAt) =>
    passkeyChallenges.insert(someChallenge(name, { expiresAt })),
  "states of browsers at a provider": ({ oauthStates }, name, expiresAt) =>
    oauthStates.insert(someState(name, { expiresAt })),
  "streaks of failures": ({ failureStreaks }, name, expiresAt) =>
    failureStreaks.replace(someStreak(name, { expiresAt })),
  "windows of counters": ({ counters }, name, expiresAt) =>
    counters.spend(name, 1, 1_000, new Date(expiresAt.getTime() - 1_000)),
  "known browsers": ({ knownBrowsers }, name, expiresAt) =>
    knownBrowsers.replace({
      id: `browser-${name}` as KnownBrowserId,
      userId: userId("ada"),
      browserHash: hash(name),
      sessionId: sessionId(name),
      seenAt: at(-1_000),
      expiresAt,
    }),
};

export function describeExpiry(opened: Opened): void {
  describe.each(Object.entries(KINDS))("expired %s", (_, insert) => {
    beforeEach(() => opened().store.users.insertUnlessTaken(someUser("ada")));
    const sweep = (now: number, limit = 10) => opened().store.sweep(at(now), limit, RETENTION);

    it("are removed from the instant they expire, no more at a time than asked, and no others", async () => {
      const { store } = opened();
      for (const [index, name] of ["a", "b", "c"].entries()) await insert(store, name, at(index));
      await insert(store, "living", at(1_000));
      expect([await sweep(-1), await sweep(0)]).toEqual([0, 1]);
      expect([await sweep(5, 1), await sweep(5), await sweep(999)]).toEqual([1, 1, 0]);
      expect(await sweep(1_000)).toBe(1);
    });

    it("are each counted by one of several sweepers", async () => {
      for (let index = 0; index < 30; index++)
        await insert(opened().store, `row-${index}`, at(index));
      const swept = await race(opened(), MANY, (rival) => rival.sweep(at(100), 4, RETENTION));
      expect(sum(swept)).toBe(30);
    });
  });
}

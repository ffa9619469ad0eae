import type { Stores } from "@acme/auth-core/store";
import { describe, expect, it } from "vitest";
import { atOnce, howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import {
  at,
  codeId,
  hash,
  linkId,
  someChallenge,
  someCode,
  someLink,
  someState,
} from "./samples.js";

/** How one is stored that lives for a thousand milliseconds, and how it is used up. */
interface Kind {
  readonly insert: (stores: Stores, name: string) => Promise<unknown>;
  /** Whether it could be used. */
  readonly use: (stores: Stores, name: string, now: Date) => Promise<boolean>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  code: {
    insert: (stores, name) => stores.oneTimeCodes.replace(someCode(name, name)),
    use: (stores, name, now) => stores.oneTimeCodes.consume(codeId(name), now),
  },
  link: {
    insert: (stores, name) => stores.mailedLinks.replace(someLink(name, name)),
    use: (stores, name, now) => stores.mailedLinks.consume(linkId(name), now),
  },
  challenge: {
    insert: (stores, name) => stores.passkeyChallenges.insert(someChallenge(name)),
    use: async (stores, name, now) =>
      (await stores.passkeyChallenges.consume("authentication", hash(name), now)) !== null,
  },
  state: {
    insert: (stores, name) => stores.oauthStates.insert(someState(name)),
    use: async (stores, name, now) => (await stores.oauthStates.consume(hash(name), now)) !== null,
  },
};

export function describeSingleUse(opened: Opened): void {
  describe("what is used once", () => {
    const kinds = Object.entries(KINDS);

    it.each(kinds)("a %s is dead at the instant it expires", async (_, { insert, use }) => {
      const { store } = opened();
      await insert(store, "one");
      expect(await use(store, "one", at(1_000))).toBe(false);
      expect(await use(store, "one", at(1_000_000))).toBe(false);
      expect(await use(store, "one", at(999))).toBe(true);
    });

    it.each(kinds)("of fifty that use one %s one does", async (_, { insert, use }) => {
      const { store } = opened();
      for (const name of ["one", "other"]) await insert(store, name);
      const used = await race(opened(), MANY, (rival) => use(rival, "one", at(1)));
      expect(howMany(used)).toBe(1);
      expect(await use(store, "other", at(1))).toBe(true);
    });

    it.each(kinds)("of fifty transactions that use one %s one does", async (_, kind) => {
      await kind.insert(opened().store, "one");
      const used = await atOnce(opened().store, MANY, (tx) => kind.use(tx, "one", at(1)));
      expect(howMany(used)).toBe(1);
    });

    it.each(kinds)(
      "a %s used in a transaction that fails can be used again",
      async (_, { insert, use }) => {
        const { store } = opened();
        await insert(store, "one");
        await rollBack(store, async (tx) => {
          expect(await use(tx, "one", at(1))).toBe(true);
          expect(await use(tx, "one", at(1))).toBe(false);
        });
        expect(await use(store, "one", at(1))).toBe(true);
      },
    );
  });
}

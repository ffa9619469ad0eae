import type { Tx } from "@acme/auth-core";
import type { FailureStreak } from "@acme/auth-core/store";
import { describe, expect, it } from "vitest";
import { atOnce, MANY, type Opened, race, RETENTION } from "./fixture.js";
import { at, emailAddress, someStreak } from "./samples.js";

export function describeFailureStreaks(opened: Opened): void {
  const streaks = () => opened().store.failureStreaks;
  const lock = (key: string): Promise<FailureStreak | null> =>
    opened().store.transaction((tx) => tx.failureStreaks.lock(key));

  /** Reads, and writes one more; what was read. */
  const fail = async (tx: Tx, key: string): Promise<number> => {
    const { failures } = (await tx.failureStreaks.lock(key)) ?? { failures: 0 };
    await tx.failureStreaks.replace(someStreak(key, { failures: failures + 1 }));
    return failures;
  };
  const failAtOnce = (key: (turn: number) => string): Promise<readonly number[]> =>
    Promise.all(
      Array.from({ length: MANY }, (_, turn) =>
        opened().store.transaction((tx) => fail(tx, key(turn))),
      ),
    );
  const upTo = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => index);
  const sorted = (counts: readonly number[]): readonly number[] =>
    [...counts].sort((one, other) => one - other);

  describe("streaks of failures", () => {
    it("a streak is as it was stored, expired ones too", async () => {
      const expired = someStreak("old", {
        failures: 0,
        blockedUntil: at(-2_000_000),
        expiresAt: at(-1_000_000),
      });
      await streaks().replace(someStreak("key"));
      await streaks().replace(expired);
      expect(await lock("key")).toEqual(someStreak("key"));
      expect(await lock("old")).toEqual(expired);
    });

    it("there is none under another key", async () => {
      await streaks().replace(someStreak("key"));
      expect(await lock("Key")).toBeNull();
      expect(await lock("")).toBeNull();
    });

    it("a streak takes the place of the earlier one, and of no other key's", async () => {
      const longer = someStreak("key", {
        failures: 9,
        blockedUntil: at(800),
        expiresAt: at(9_000),
      });
      await streaks().replace(someStreak("key"));
      await streaks().replace(someStreak("other"));
      await streaks().replace(longer);
      expect(await lock("key")).toEqual(longer);
      expect(await lock("other")).toEqual(someStreak("other"));
    });

    it("a deleted streak is none, and so is one that never was", async () => {
      await streaks().replace(someStreak("key"));
      await streaks().replace(someStreak("other"));
      await streaks().delete("key");
      await streaks().delete("never");
      expect(await lock("key")).toBeNull();
      expect(await lock("other")).toEqual(someStreak("other"));
    });

    it("fifty at once under one key leave one", async () => {
      await race(opened(), MANY, (rival, turn) =>
        rival.failureStreaks.replace(someStreak("key", { failures: turn })),
      );
      expect(await opened().store.sweep(at(1_000), 100, RETENTION)).toBe(1);
    });
  });

  describe("locked streaks", () => {
    it("locking leaves nothing behind, whether or not there is a streak", async () => {
      await opened().store.transaction(async (tx) => {
        expect(await tx.failureStreaks.lock("key")).toBeNull();
        expect(await tx.failureStreaks.lock("key")).toBeNull();
      });
      expect(await lock("key")).toBeNull();
      expect(await opened().store.sweep(at(1_000_000_000), 100, RETENTION)).toBe(0);
    });

    it("a transaction that begins a streak is waited for", async () => {
      const { store } = opened();
      for (let turn = 0; turn < 10; turn++) {
        const key = `key-${turn}`;
        let begin: (() => void) | undefined;
        const begun = new Promise<void>((resolve) => (begin = resolve));
        const late = begun.then(() => store.transaction((tx) => tx.failureStreaks.lock(key)));
        await store.transaction(async (tx) => {
          expect(await tx.failureStreaks.lock(key)).toBeNull();
          begin!();
          for (let times = 0; times < 20; times++)
            await tx.users.findByEmail(emailAddress("nobody"));
          await tx.failureStreaks.replace(someStreak(key));
        });
        expect(await late).toEqual(someStreak(key));
      }
    });

    it("fifty that begin a streak read and write one after another", async () => {
      expect(sorted(await failAtOnce(() => "key"))).toEqual(upTo(MANY));
      expect((await lock("key"))?.failures).toBe(MANY);
    });

    it("fifty that lengthen a streak read and write one after another", async () => {
      await streaks().replace(someStreak("key", { failures: 0 }));
      expect(sorted(await failAtOnce(() => "key"))).toEqual(upTo(MANY));
    });

    it("fifty under two keys count each by itself", async () => {
      const counted = await failAtOnce((turn) => `key-${turn % 2}`);
      for (const parity of [0, 1])
        expect(sorted(counted.filter((_, turn) => turn % 2 === parity))).toEqual(upTo(MANY / 2));
    });

    it("fifty that begin, lengthen and delete a streak each find what the one before left", async () => {
      const { store } = opened();
      const found = await atOnce(store, MANY, async (tx) => {
        const failures = await fail(tx, "key");
        if (failures === 2) await tx.failureStreaks.delete("key");
        return failures;
      });
      for (const [failures, times] of [17, 17, 16].entries())
        expect(found.filter((one) => one === failures)).toHaveLength(times);
    });

    it("no other transaction changes a streak while it is locked, new or not", async () => {
      const { store, rivals } = opened();
      for (const rival of [store, ...rivals]) {
        await store.failureStreaks.replace(someStreak("key"));
        let begin: (() => void) | undefined;
        const begun = new Promise<void>((resolve) => (begin = resolve));
        const deleted = begun.then(() => rival.failureStreaks.delete("key"));
        await store.transaction(async (tx) => {
          for (let times = 0; times < 20; times++) {
            expect(await tx.failureStreaks.lock("key")).toEqual(someStreak("key"));
            begin!();
          }
          await tx.failureStreaks.replace(someStreak("key", { failures: 4 }));
        });
        await deleted;
        expect(await lock("key")).toBeNull();
      }
    });

    it("a lock ends with a transaction that fails, and so does what it wrote", async () => {
      const failing = opened().store.transaction(async (tx) => {
        await fail(tx, "key");
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      expect(await opened().store.transaction((tx) => fail(tx, "key"))).toBe(0);
    });

    it("a transaction sees what it wrote under its own lock", async () => {
      await opened().store.transaction(async (tx) => {
        await fail(tx, "key");
        expect(await tx.failureStreaks.lock("key")).toEqual(someStreak("key", { failures: 1 }));
        await tx.failureStreaks.delete("key");
        expect(await tx.failureStreaks.lock("key")).toBeNull();
      });
    });
  });
}

import type { Stores } from "@acme/auth-core/store";
import { describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race, RETENTION, rollBack } from "./fixture.js";
import { at, emailAddress } from "./samples.js";

const WINDOW = 1_000;

export function describeCounters(opened: Opened): void {
  const counters = () => opened().store.counters;
  const spend = (limit: number, now = at(0), key = "key") =>
    counters().spend(key, limit, WINDOW, now);

  describe("counters", () => {
    it("count up to the limit and no further, and say so", async () => {
      const resetsAt = at(WINDOW);
      expect(await spend(2)).toEqual({ spent: true, count: 1, resetsAt });
      expect(await spend(2)).toEqual({ spent: true, count: 2, resetsAt });
      expect(await spend(2)).toEqual({ spent: false, count: 2, resetsAt });
      expect(await spend(2)).toEqual({ spent: false, count: 2, resetsAt });
      expect(await spend(3)).toEqual({ spent: true, count: 3, resetsAt });
    });

    it("of different keys know nothing of each other", async () => {
      await spend(1);
      expect(await spend(1, at(0), "Key")).toMatchObject({ spent: true, count: 1 });
      expect(await spend(1, at(0), "")).toMatchObject({ spent: true, count: 1 });
      expect(await spend(1)).toMatchObject({ spent: false, count: 1 });
    });

    it("keep the window that began with the first count, whatever comes after", async () => {
      await spend(5, at(0));
      expect(await spend(5, at(999))).toEqual({ spent: true, count: 2, resetsAt: at(WINDOW) });
      expect(await counters().spend("key", 5, 50_000, at(999))).toEqual({
        spent: true,
        count: 3,
        resetsAt: at(WINDOW),
      });
      expect(await spend(3, at(999))).toEqual({ spent: false, count: 3, resetsAt: at(WINDOW) });
    });

    it("begin anew at the instant the window ends", async () => {
      await spend(1, at(0));
      expect(await spend(1, at(999))).toMatchObject({ spent: false });
      expect(await spend(1, at(1_000))).toEqual({ spent: true, count: 1, resetsAt: at(2_000) });
      expect(await spend(1, at(1_001))).toEqual({ spent: false, count: 1, resetsAt: at(2_000) });
    });

    it("count nothing where nothing is allowed, and begin no window by it", async () => {
      expect(await spend(0, at(0))).toEqual({ spent: false, count: 0, resetsAt: at(WINDOW) });
      expect(await spend(1, at(500))).toEqual({ spent: true, count: 1, resetsAt: at(1_500) });
      expect(await spend(0, at(600))).toEqual({ spent: false, count: 1, resetsAt: at(1_500) });
      expect(await spend(0, at(1_500))).toEqual({ spent: false, count: 0, resetsAt: at(2_500) });
    });

    it("let exactly as many of fifty through as the limit says, each with a count of its own", async () => {
      const readings = await race(opened(), MANY, (rival) =>
        rival.counters.spend("key", 7, WINDOW, at(0)),
      );
      const spent = readings.filter((reading) => reading.spent);
      expect(spent.map(({ count }) => count).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
      for (const reading of readings) expect(reading.resetsAt).toEqual(at(WINDOW));
    });

    it("refuse a transaction that finds one left while another takes it", async () => {
      const { store } = opened();
      for (let turn = 0; turn < 10; turn++) {
        const key = `key-${turn}`;
        const take = (of: Pick<Stores, "counters">) => of.counters.spend(key, 2, WINDOW, at(0));
        await take(store);
        let begin: (() => void) | undefined;
        const begun = new Promise<void>((resolve) => (begin = resolve));
        const late = begun.then(() => take(store));
        const taken = await store.transaction(async (tx) => {
          const reading = await take(tx);
          begin!();
          for (let times = 0; times < 20; times++)
            await tx.users.findByEmail(emailAddress("nobody"));
          return reading;
        });
        expect([taken.spent, (await late).spent]).toEqual([true, false]);
      }
    });

    it("let exactly as many of fifty through when they all meet the end of a window", async () => {
      await counters().spend("key", 7, WINDOW, at(-WINDOW));
      const readings = await race(opened(), MANY, (rival) =>
        rival.counters.spend("key", 7, WINDOW, at(0)),
      );
      expect(howMany(readings.map(({ spent }) => spent))).toBe(7);
    });

    it("take back what a failed transaction counted", async () => {
      await rollBack(opened().store, async (tx) => {
        await tx.counters.spend("key", 1, WINDOW, at(0));
      });
      expect(await spend(1)).toMatchObject({ spent: true, count: 1 });
    });
  });

  describe("released counts", () => {
    it("can be spent again in the same window", async () => {
      await spend(2);
      await spend(2);
      await counters().release("key");
      expect(await spend(2, at(10))).toEqual({ spent: true, count: 2, resetsAt: at(WINDOW) });
      expect(await spend(2, at(10))).toMatchObject({ spent: false });
    });

    it("never go below zero, and an unknown key releases nothing", async () => {
      await counters().release("key");
      await spend(2);
      await race(opened(), MANY, (rival) => rival.counters.release("key"));
      expect(await spend(2)).toMatchObject({ spent: true, count: 1 });
      expect(await spend(2)).toMatchObject({ spent: true, count: 2 });
      expect(await spend(2)).toMatchObject({ spent: false, count: 2 });
    });
  });

  describe("reset counters", () => {
    it("begin anew with the next count, and no other key's do", async () => {
      await spend(1);
      await spend(1, at(0), "other");
      await counters().reset("key");
      expect(await spend(1, at(10))).toEqual({ spent: true, count: 1, resetsAt: at(WINDOW + 10) });
      expect(await spend(1, at(10), "other")).toMatchObject({ spent: false, count: 1 });
    });

    it("may have counted nothing", async () => {
      await counters().reset("key");
      expect(await spend(1)).toMatchObject({ spent: true, count: 1 });
    });

    it("keep what was counted when the transaction that reset them fails", async () => {
      await spend(1);
      await rollBack(opened().store, async (tx) => {
        await tx.counters.reset("key");
      });
      expect(await spend(1)).toMatchObject({ spent: false, count: 1 });
    });
  });

  describe("ended windows", () => {
    it("leave the living ones as they are", async () => {
      await spend(2, at(0), "old");
      await spend(2, at(500), "young");
      expect(await opened().store.sweep(at(1_000), 10, RETENTION)).toBe(1);
      expect(await spend(2, at(1_000), "young")).toEqual({
        spent: true,
        count: 2,
        resetsAt: at(1_500),
      });
      expect(await spend(2, at(1_000), "old")).toEqual({
        spent: true,
        count: 1,
        resetsAt: at(2_000),
      });
    });
  });
}

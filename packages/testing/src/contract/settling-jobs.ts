import type { Job } from "@acme/auth-core/store";
import { describe, expect, it } from "vitest";
import { jobId, someJob } from "./end-of-account-samples.js";
import { atOnce, howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import { at, entryId, lease, someEntry, userId } from "./samples.js";

const ids = (jobs: readonly Job[]): readonly string[] => jobs.map(({ id }) => id).sort();

export function describeSettlingJobs(opened: Opened): void {
  const jobs = () => opened().store.jobs;
  const enqueue = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await jobs().enqueue(someJob(name));
  };
  const claim = (holder: string, now = at(1)) =>
    jobs().claimDue(now, 100, lease(holder), new Date(now.getTime() + 60_000));

  describe("settled jobs", () => {
    it("what is done in the transaction that completes one happens once, however many do it", async () => {
      const { store } = opened();
      await enqueue("one");
      await claim("a");
      const done = await atOnce(store, MANY, async (tx, turn) => {
        const mine = await tx.jobs.complete(jobId("one"), lease("a"));
        if (mine) await tx.audit.append(someEntry(String(turn), { userId: userId("ada") }));
        return mine;
      });
      expect(howMany(done)).toBe(1);
      expect((await store.audit.listByUser(userId("ada"), null, MANY)).map(({ id }) => id)).toEqual(
        [entryId(String(done.indexOf(true)))],
      );
    });
  });

  describe("what an attempt failed of", () => {
    it("is kept with the job, through the next attempts, until another takes its place", async () => {
      await enqueue("one", "two");
      await claim("a");
      const failure = "Error ECONNREFUSED: “naïve” 接続できません";
      expect(await jobs().recordFailure(jobId("one"), lease("a"), failure)).toBe(true);
      await jobs().retry(jobId("one"), lease("a"), at(500));
      expect(await jobs().find(jobId("one"))).toMatchObject({ lastError: failure });
      expect(await jobs().find(jobId("two"))).toMatchObject({ lastError: null });
      expect(await claim("b", at(500))).toMatchObject([{ lastError: failure }]);
      expect(await jobs().recordFailure(jobId("one"), lease("b"), "Error: two")).toBe(true);
      await jobs().bury(jobId("one"), lease("b"));
      expect(await jobs().listDead(null, 9)).toMatchObject([{ lastError: "Error: two" }]);
      await jobs().retryDead(jobId("one"), at(600));
      expect(await claim("c", at(600))).toMatchObject([{ lastError: "Error: two" }]);
    });

    it("is written down by the worker that holds the job, and by no other", async () => {
      await enqueue("one");
      expect(await jobs().recordFailure(jobId("one"), lease("a"), "early")).toBe(false);
      await jobs().claimDue(at(0), 1, lease("a"), at(50));
      await jobs().claimDue(at(50), 1, lease("b"), at(100));
      expect(await jobs().recordFailure(jobId("one"), lease("a"), "late")).toBe(false);
      expect(await jobs().recordFailure(jobId("none"), lease("a"), "gone")).toBe(false);
      expect(await jobs().find(jobId("one"))).toMatchObject({ lastError: null });
    });
  });

  describe("moved jobs", () => {
    it("the queued one of a kind and subject is due at the other time, with all else that it had", async () => {
      const payload = { language: "de" };
      await jobs().enqueue(someJob("one", { payload, attempts: 2, nextAttemptAt: at(7) }));
      await enqueue("two");
      await jobs().enqueue(someJob("three", { kind: "expire-export", subject: "one" }));
      expect(await jobs().updateDueAt("produce-export", "one", at(500))).toBe(1);
      expect(await jobs().updateDueAt("produce-export", "none", at(500))).toBe(0);
      expect(ids(await claim("a", at(499)))).toEqual(["three", "two"].map(jobId));
      expect(await claim("b", at(500))).toMatchObject([
        { id: jobId("one"), payload, attempts: 2, createdAt: at(0) },
      ]);
    });

    it("one that a worker holds, or that is dead, stays as it is", async () => {
      await enqueue("one");
      await claim("a");
      expect(await jobs().updateDueAt("produce-export", "one", at(500))).toBe(0);
      await jobs().bury(jobId("one"), lease("a"));
      expect(await jobs().updateDueAt("produce-export", "one", at(500))).toBe(0);
      expect(await jobs().deleteQueued("produce-export", "one")).toBe(0);
      expect(await jobs().listDead(null, 9)).toHaveLength(1);
    });
  });

  describe("withdrawn jobs", () => {
    it("the queued one of a kind and subject goes, and no other", async () => {
      await enqueue("one", "two", "ONE");
      await jobs().enqueue(someJob("three", { kind: "expire-export", subject: "one" }));
      expect(await jobs().deleteQueued("produce-export", "one")).toBe(1);
      expect(await jobs().deleteQueued("produce-export", "one")).toBe(0);
      expect(await jobs().deleteQueued("delete-file", "two")).toBe(0);
      expect(ids(await claim("a"))).toEqual(["ONE", "three", "two"].map(jobId));
    });

    it("one that is not due yet goes too", async () => {
      await jobs().enqueue(someJob("one", { nextAttemptAt: at(999) }));
      expect(await jobs().deleteQueued("produce-export", "one")).toBe(1);
    });

    it("one that a worker holds stays, and goes once it was given back", async () => {
      await enqueue("one");
      await claim("a");
      expect(await jobs().deleteQueued("produce-export", "one")).toBe(0);
      await jobs().retry(jobId("one"), lease("a"), at(500));
      expect(await jobs().deleteQueued("produce-export", "one")).toBe(1);
      expect(await claim("b", at(500))).toEqual([]);
    });

    it("one goes once, or is claimed once, however many race", async () => {
      for (let round = 0; round < 5; round++) {
        await enqueue("one");
        const outcomes = await race(opened(), MANY, async (rival, turn) =>
          turn % 2 === 0
            ? rival.jobs.deleteQueued("produce-export", "one")
            : (await rival.jobs.claimDue(at(1), 9, lease(`l${turn}`), at(60_000))).length,
        );
        expect(outcomes.reduce((total, count) => total + count, 0)).toBe(1);
        for (let turn = 1; turn < MANY; turn += 2)
          await jobs().complete(jobId("one"), lease(`l${turn}`));
      }
    });

    it("one is there again after a transaction that fails", async () => {
      await enqueue("one");
      await rollBack(opened().store, async (tx) => {
        expect(await tx.jobs.deleteQueued("produce-export", "one")).toBe(1);
      });
      expect(await claim("a")).toHaveLength(1);
    });
  });
}

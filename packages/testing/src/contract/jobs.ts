import type { Job, JobKind } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { jobId, someJob } from "./end-of-account-samples.js";
import { MANY, type Opened, race, RETENTION, rollBack } from "./fixture.js";
import { at, lease } from "./samples.js";

const LEASE_ENDS = at(60_000);
const KINDS: readonly JobKind[] = [
  "delete-account",
  "blank-audit",
  "erase-after",
  "produce-export",
  "expire-export",
  "delete-file",
  "append-erasure",
];
const ids = (jobs: readonly Job[]): readonly string[] => jobs.map(({ id }) => id).sort();

export function describeJobs(opened: Opened): void {
  const jobs = () => opened().store.jobs;
  const enqueue = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await jobs().enqueue(someJob(name));
  };
  const claim = (holder: string, now = at(1), limit = 100) =>
    jobs().claimDue(now, limit, lease(holder), new Date(now.getTime() + 60_000));

  describe("claimed jobs", () => {
    it.each(KINDS)(
      "a due job to %s is handed out as it was stored, with its next attempt at the end of the lease",
      async (kind) => {
        const job = someJob("one", {
          kind,
          subject: "section user-ada",
          attempts: 3,
          createdAt: at(-7),
        });
        await jobs().enqueue(job);
        expect(await jobs().claimDue(at(0), 1, lease("a"), LEASE_ENDS)).toEqual([
          { ...job, nextAttemptAt: LEASE_ENDS },
        ]);
      },
    );

    it("calls of subscribers are handed out by themselves, whatever else is due", async () => {
      await enqueue("one");
      await jobs().enqueue(someJob("call", { kind: "notify-subscriber", payload: { id: "e" } }));
      expect(ids(await claim("a"))).toEqual([jobId("one")]);
      const given = { now: at(1), limit: 100, lease: lease("b"), leaseEnds: LEASE_ENDS };
      const called = await jobs().claimCalls([], given);
      expect(called).toMatchObject([{ id: jobId("call"), payload: { id: "e" } }]);
    });

    it("of dead ones the sweep removes calls of subscribers alone, once they were kept", async () => {
      await enqueue("one");
      await jobs().enqueue(someJob("call", { kind: "notify-subscriber", payload: {} }));
      await jobs().enqueue(someJob("due", { kind: "notify-subscriber", payload: {} }));
      await jobs().claimDue(at(0), 1, lease("a"), at(10));
      const given = { now: at(0), limit: 1, lease: lease("a"), leaseEnds: at(10) };
      await jobs().claimCalls([], given);
      for (const name of ["one", "call"]) await jobs().bury(jobId(name), lease("a"));
      const kept = { ...RETENTION, subscriberCalls: 100 };
      expect(await opened().store.sweep(at(109), 9, kept)).toBe(0);
      expect(await opened().store.sweep(at(110), 9, kept)).toBe(1);
      expect(await jobs().find(jobId("call"))).toBeNull();
      expect(await jobs().find(jobId("one"))).not.toBeNull();
    });

    it("a job is due at the very instant of its next attempt", async () => {
      await jobs().enqueue(someJob("one", { nextAttemptAt: at(10) }));
      expect(await claim("a", at(9))).toEqual([]);
      expect(ids(await claim("a", at(10)))).toEqual([jobId("one")]);
    });

    it("no more are handed out than asked, those that are due for longest, however old they are", async () => {
      const dueSince = { b: 1, c: 4, d: 2, a: 3 };
      for (const [name, since] of Object.entries(dueSince))
        await jobs().enqueue(
          someJob(name, { createdAt: at(-100 + since), nextAttemptAt: at(-since) }),
        );
      expect(ids(await claim("a", at(1), 3))).toEqual(["a", "c", "d"].map(jobId));
      expect(ids(await claim("b", at(1), 3))).toEqual([jobId("b")]);
      expect(await claim("c", at(1), 3)).toEqual([]);
    });

    it("one kind and subject may have several jobs", async () => {
      for (const name of ["one", "two"]) await jobs().enqueue(someJob(name, { subject: "same" }));
      expect(ids(await claim("a"))).toEqual(["one", "two"].map(jobId));
    });

    it("no job is taken twice under one id", async () => {
      await enqueue("one");
      await expect(jobs().enqueue(someJob("one"))).rejects.toThrow();
      expect(await claim("a")).toHaveLength(1);
    });

    it("a claimed job belongs to its worker until the lease ends, and then to any", async () => {
      await enqueue("one");
      await jobs().claimDue(at(0), 1, lease("a"), at(50));
      expect(await claim("b", at(49))).toEqual([]);
      expect(ids(await claim("b", at(50)))).toEqual([jobId("one")]);
    });

    it("fifty that claim at once are handed each job once", async () => {
      const names = Array.from({ length: 80 }, (_, index) => `j${String(index).padStart(2, "0")}`);
      await enqueue(...names);
      const claimed = await race(opened(), MANY, (rival, turn) =>
        rival.jobs.claimDue(at(1), 3, lease(`l${turn}`), LEASE_ENDS),
      );
      for (const batch of claimed) expect(batch.length).toBeLessThanOrEqual(3);
      const rest = await claim("rest");
      expect([...claimed.flat(), ...rest].map(({ id }) => id).sort()).toEqual(names.map(jobId));
    });

    it("fifty that claim the jobs of leases that have ended are handed each of them once", async () => {
      const names = Array.from({ length: 20 }, (_, index) => `j${String(index).padStart(2, "0")}`);
      await enqueue(...names);
      await jobs().claimDue(at(0), 100, lease("lost"), at(50));
      const claimed = await race(opened(), MANY, (rival, turn) =>
        rival.jobs.claimDue(at(50), 2, lease(`l${turn}`), LEASE_ENDS),
      );
      const rest = await claim("rest", at(51));
      expect([...claimed.flat(), ...rest].map(({ id }) => id).sort()).toEqual(names.map(jobId));
    });

    it("a job whose transaction failed is never handed out", async () => {
      await rollBack(opened().store, async (tx) => {
        await tx.jobs.enqueue(someJob("one"));
        expect(await tx.jobs.claimDue(at(1), 1, lease("a"), LEASE_ENDS)).toHaveLength(1);
      });
      expect(await claim("a")).toEqual([]);
    });
  });

  describe("extended leases of jobs", () => {
    it("a job whose lease is extended goes to no other worker until the lease ends", async () => {
      await enqueue("one", "two");
      await jobs().claimDue(at(0), 2, lease("a"), at(50));
      expect(await jobs().extend(jobId("one"), lease("a"), at(90))).toBe(true);
      expect(ids(await claim("b", at(89)))).toEqual([jobId("two")]);
      expect(await claim("c", at(90))).toEqual([someJob("one", { nextAttemptAt: at(60_090) })]);
    });

    it("a lease that has ended is still extended, as long as no other worker holds the job", async () => {
      await enqueue("one");
      await jobs().claimDue(at(0), 1, lease("a"), at(50));
      expect(await jobs().extend(jobId("one"), lease("a"), at(90))).toBe(true);
      expect(await claim("b", at(60))).toEqual([]);
    });

    it("a lease that passed to another worker is not extended by the first", async () => {
      await enqueue("one");
      await jobs().claimDue(at(0), 1, lease("a"), at(50));
      await jobs().claimDue(at(50), 1, lease("b"), at(100));
      expect(await jobs().extend(jobId("one"), lease("a"), at(900))).toBe(false);
      expect(ids(await claim("c", at(100)))).toEqual([jobId("one")]);
    });

    it("the lease of a job that was not claimed, was given back or is gone is not extended", async () => {
      await enqueue("one", "back", "gone", "dead");
      expect(await jobs().extend(jobId("one"), lease("a"), at(900))).toBe(false);
      await claim("a");
      await jobs().retry(jobId("back"), lease("a"), at(5));
      await jobs().complete(jobId("gone"), lease("a"));
      await jobs().bury(jobId("dead"), lease("a"));
      for (const name of ["back", "gone", "dead", "unknown"])
        expect(await jobs().extend(jobId(name), lease("a"), at(900))).toBe(false);
      expect(ids(await claim("b", at(5)))).toEqual([jobId("back")]);
    });
  });
}

import { isStoreConflict } from "@acme/auth-core";
import type { Job, JobKind } from "@acme/auth-core/store";
import { describe, expect, it } from "vitest";
import { jobId, someJob } from "./end-of-account-samples.js";
import { type Opened, RETENTION } from "./fixture.js";
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

    it("one kind and subject may have several jobs", async () => {
      for (const name of ["one", "two"]) await jobs().enqueue(someJob(name, { subject: "same" }));
      expect(ids(await claim("a"))).toEqual(["one", "two"].map(jobId));
    });

    it("no job is taken twice under one id", async () => {
      await enqueue("one");
      await expect(jobs().enqueue(someJob("one"))).rejects.toSatisfy(isStoreConflict);
      expect(await claim("a")).toHaveLength(1);
    });
  });
}

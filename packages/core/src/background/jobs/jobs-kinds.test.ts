import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createManualScheduler, createSeededRandom } from "@acme/auth-testing";
import { tableOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it } from "vitest";
import { after, DAY } from "../../kernel/duration.js";
import { type JobId, type LeaseToken, toId } from "../../kernel/ids.js";
import { definePolicy } from "../../kernel/policy.js";
import { arrangeSubscribers } from "../events/subscribers.js";
import type { JobKind } from "./job-store.js";
import { createJobs, type JobWork } from "./jobs.js";

const KINDS = [
  "delete-account",
  "blank-audit",
  "erase-after",
  "produce-export",
  "expire-export",
  "delete-file",
  "append-erasure",
  "notify-subscriber",
] as const satisfies readonly JobKind[];
const ID = toId<JobId>("job-1");

/** A worker of one job of a kind, which fails at every attempt. */
async function openWorld(kind: JobKind, cancel: JobWork["cancel"] = null) {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const attempts: boolean[] = [];
  const work: JobWork = {
    async carryOut({ isLast }) {
      attempts.push(isLast);
      throw new Error("the disk is full");
    },
    cancel,
  };
  const log: string[] = [];
  const write = (event: string) => void log.push(event);
  const { jobs, calls } = createJobs(
    {
      store,
      clock,
      random: createSeededRandom(),
      policy: definePolicy({ jobAttempts: 1, deletionAttempts: 2, subscriberAttempts: 3 }),
      logger: { debug: write, info: write, warn: write, error: write },
      scheduler: createManualScheduler(),
      subscribers: arrangeSubscribers([], []),
    },
    tableOf(KINDS, () => work),
  );
  const now = clock.now();
  const times = { nextAttemptAt: now, createdAt: now };
  const claim = () => store.jobs.claimDue(now, 9, toId<LeaseToken>("another"), after(now, DAY));
  await store.jobs.enqueue({ id: ID, kind, subject: "one", payload: null, attempts: 0, ...times });
  return { store, clock, jobs, calls, attempts, log, claim };
}

describe("how often a job is tried", () => {
  it.each(KINDS)("follows the policy for %s", async (kind) => {
    const { store, clock, jobs, calls, attempts } = await openWorld(kind);
    for (let day = 0; day < 4; day++) {
      await jobs.runDue();
      await calls.runDue();
      clock.advance(DAY);
    }
    const special: Partial<Record<JobKind, boolean[]>> = {
      "delete-account": [false, true],
      "append-erasure": [false, true],
      "notify-subscriber": [false, false, true],
    };
    expect(attempts).toEqual(special[kind] ?? [true]);
    await store.close();
  });
});

describe("a job that an operator removes", () => {
  it("stays, and is not logged as cancelled, while a worker is at it", async () => {
    const { store, jobs, log, claim } = await openWorld("delete-file");
    expect(await claim()).toHaveLength(1);
    expect(await jobs.remove(ID)).toBe("claimed");
    expect(log).toEqual([]);
    await store.close();
  });

  it("stays when what it was for cannot be ended, and says why", async () => {
    const { store, jobs, log } = await openWorld("produce-export", () =>
      Promise.reject(new Error("the export is gone")),
    );
    await expect(jobs.remove(ID)).rejects.toThrow("the export is gone");
    expect(await store.jobs.find(ID)).not.toBeNull();
    expect(log).toEqual([]);
    await store.close();
  });
});

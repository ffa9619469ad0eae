import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createManualScheduler, createSeededRandom } from "@acme/auth-testing";
import { tableOf } from "@acme/auth-testing/keys-of";
import { anyString } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { loggerTo } from "../../../test/worlds.js";
import { after, DAY, MINUTE, SECOND } from "../../kernel/duration.js";
import { type JobId, type LeaseToken, toId } from "../../kernel/ids.js";
import { definePolicy, JOB_BACKOFF, type Policy } from "../../kernel/policy.js";
import type { LogFields } from "../../ports/logger.js";
import type { Subscriber } from "../../store/subscriber.js";
import { arrangeSubscribers, on } from "../events/subscribers.js";
import { type JobHandler, type LeasedJob, LeaseLostError } from "./job-handler.js";
import type { JobKind } from "./job-store.js";
import { createJobs } from "./jobs.js";

const LEASE = definePolicy().workerLease;

interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly fields: LogFields | undefined;
  readonly cause: unknown;
}

/**
 * A table of jobs whose subject says which they are, and workers that all carry them out in the
 * same way: completing them, unless told otherwise.
 */
async function openWorld(carryOut?: JobHandler, overrides: Partial<Policy> = {}) {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const random = createSeededRandom();
  const policy = definePolicy(overrides);
  const log: LogLine[] = [];
  const logger = loggerTo((line) => log.push(line));
  const begun: string[] = [];
  const complete: JobHandler = async ({ job, lease }) => {
    await store.jobs.complete(job.id, lease);
  };
  const handler: JobHandler = (hold) => {
    begun.push(hold.job.subject);
    return (carryOut ?? complete)(hold);
  };
  const kinds = [
    "delete-account",
    "blank-audit",
    "erase-after",
    "produce-export",
    "expire-export",
    "delete-file",
    "append-erasure",
    "notify-subscriber",
  ] as const;
  const handlers = tableOf(kinds, () => ({ carryOut: handler, cancel: null }));
  const workersFor = (subscribers: readonly Subscriber[]) =>
    createJobs(
      {
        store,
        clock,
        random,
        policy,
        logger,
        scheduler: createManualScheduler(),
        subscribers: arrangeSubscribers(subscribers, []),
      },
      handlers,
    );
  const worker = () => workersFor([]).jobs;

  async function enqueue(...subjects: readonly string[]): Promise<void> {
    const now = clock.now();
    for (const subject of subjects) {
      await store.jobs.enqueue({
        id: random.id<JobId>(),
        kind: "delete-file",
        subject,
        payload: null,
        attempts: 0,
        nextAttemptAt: now,
        createdAt: now,
      });
    }
  }
  /** Lets so much time pass after each that the next one is due. */
  async function runAttempts(count: number): Promise<void> {
    for (let attempt = 0; attempt < count; attempt++) {
      await worker().runDue();
      clock.advance(3 * MINUTE);
    }
  }
  const events = (level: string) =>
    log.filter((line) => line.level === level).map(({ event }) => event);
  /** What is in the queue, due or not. */
  const waiting = () =>
    store.jobs.claimDue(
      after(clock.now(), DAY),
      100,
      toId<LeaseToken>("test"),
      after(clock.now(), DAY),
    );
  return {
    store,
    clock,
    complete,
    workersFor,
    worker,
    enqueue,
    runAttempts,
    begun,
    log,
    events,
    waiting,
  };
}

const failing: JobHandler = () => Promise.reject(new Error("the disk is full"));

describe("a job", () => {
  it("is carried out when it is due, and not a millisecond before", async () => {
    const { clock, worker, enqueue, begun, waiting, log } = await openWorld();
    await enqueue("one");
    clock.advance(-1);
    expect(await worker().runDue()).toBe(0);
    clock.advance(1);
    expect(await worker().runDue()).toBe(1);
    expect(await worker().runDue()).toBe(0);
    expect(begun).toEqual(["one"]);
    expect(await waiting()).toEqual([]);
    expect(log).toMatchObject([
      { level: "debug", event: "job_done", fields: { kind: "delete-file", attempt: 1 } },
    ]);
  });

  it("is tried five times, after 5 s, 15 s, 1 and 3 min, and is then dead and reported with what it failed of", async () => {
    const { store, clock, worker, enqueue, begun, events, log, waiting } = await openWorld(failing);
    await enqueue("one");
    const jobs = worker();
    await jobs.runDue();
    const pauses = [5 * SECOND, 15 * SECOND, MINUTE, 3 * MINUTE];
    expect(JOB_BACKOFF).toEqual(pauses);
    for (const [index, pause] of pauses.entries()) {
      clock.advance(pause - 1);
      expect(await jobs.runDue(), `a millisecond before attempt ${index + 2}`).toBe(0);
      clock.advance(1);
      expect(await jobs.runDue(), `attempt ${index + 2}`).toBe(1);
    }
    expect(begun).toHaveLength(5);
    expect(events("warn")).toEqual(Array(4).fill("job_failed"));
    expect(log.at(-1)).toMatchObject({
      level: "error",
      event: "job_dead",
      fields: { kind: "delete-file", attempt: 5 },
    });
    expect(log.at(-1)!.cause).toEqual(new Error("the disk is full"));
    expect(await jobs.listDead(null, 9)).toMatchObject([{ lastError: "Error: the disk is full" }]);
    expect(await store.jobs.countBacklog(new Date(0))).toMatchObject({ dead: 1 });
    expect(await waiting()).toEqual([]);
  });

  it("fails of what it failed of when that cannot be written down", async () => {
    const { store, enqueue, worker, log, waiting } = await openWorld(failing);
    await enqueue("one");
    store.jobs.recordFailure = () => Promise.reject(new Error("the database is away"));
    await worker().runDue();
    expect(log.at(-1)).toMatchObject({
      event: "job_failed",
      fields: { reason: "the disk is full" },
    });
    expect(await waiting()).toMatchObject([{ attempts: 1, lastError: null }]);
  });

  it("keeps nothing of a lost lease, which is no failure", async () => {
    const { enqueue, worker, waiting } = await openWorld(({ job }) =>
      Promise.reject(new LeaseLostError(job.id)),
    );
    await enqueue("one");
    await worker().runDue();
    expect(await waiting()).toMatchObject([{ attempts: 0, lastError: null }]);
  });

  it("is told which attempt is the last", async () => {
    const lasts: boolean[] = [];
    const { enqueue, runAttempts } = await openWorld(({ isLast }) => {
      lasts.push(isLast);
      throw new Error("the disk is full");
    });
    await enqueue("one");
    await runAttempts(6);
    expect(lasts).toEqual([false, false, false, false, true]);
  });

  it("is tried as often as the policy says, when that is less", async () => {
    const { store, enqueue, runAttempts, begun } = await openWorld(failing, { jobAttempts: 2 });
    await enqueue("one");
    await runAttempts(4);
    expect(begun).toHaveLength(2);
    expect(await store.jobs.countBacklog(new Date(0))).toMatchObject({ dead: 1 });
  });

  it("that fails does not hold up the others", async () => {
    const { worker, enqueue, begun, complete, events } = await openWorld((hold) =>
      hold.job.subject === "two" ? failing(hold) : complete(hold),
    );
    await enqueue("one", "two", "three");
    expect(await worker().runDue()).toBe(3);
    expect(begun).toEqual(["one", "two", "three"]);
    expect(events("debug")).toEqual(["job_done", "job_done"]);
  });

  it("comes in bounded batches, longest due first", async () => {
    const { clock, worker, enqueue, begun } = await openWorld(undefined, { workerBatch: 2 });
    for (const subject of ["one", "two", "three"]) {
      await enqueue(subject);
      clock.advance(1);
    }
    const jobs = worker();
    expect([await jobs.runDue(), await jobs.runDue(), await jobs.runDue()]).toEqual([2, 1, 0]);
    expect(begun).toEqual(["one", "two", "three"]);
  });
});

it("the calls of subscribers go on beside as many that hang as there are subscriptions", async () => {
  const after = () => Promise.resolve();
  const { workersFor } = await openWorld();
  for (const count of [0, 1, 3]) {
    const subscribers = Array.from({ length: count }, (_, number) =>
      on("user.created", { name: `subscriber-${number}`, after }),
    );
    const { calls, jobs } = workersFor(subscribers);
    expect([calls.width, jobs.width]).toEqual([count + 1, undefined]);
  }
});

it("the removal of a job is logged, and that of an unknown one is not", async () => {
  const { worker, enqueue, log, waiting } = await openWorld();
  await enqueue("one");
  const [row] = await worker().listQueued(null, 9);
  expect(await worker().remove("unknown")).toBe("unknown");
  expect(log).toEqual([]);
  expect(await worker().remove(row!.id)).toBe("removed");
  expect(log).toMatchObject([
    { level: "info", event: "job_cancelled", fields: { jobId: row!.id, kind: "delete-file" } },
  ]);
  expect(await waiting()).toEqual([]);
});

describe("a job's lease", () => {
  it("hands the job of a worker that died to the next one once it is over, with no attempt counted", async () => {
    const { store, clock, worker, enqueue, log } = await openWorld();
    await enqueue("one");
    await store.jobs.claimDue(
      clock.now(),
      10,
      toId<LeaseToken>("a worker that dies"),
      after(clock.now(), LEASE),
    );
    clock.advance(LEASE - 1);
    expect(await worker().runDue()).toBe(0);
    clock.advance(1);
    expect(await worker().runDue()).toBe(1);
    expect(log).toMatchObject([{ event: "job_done", fields: { attempt: 1 } }]);
  });

  it("gives every job to one of several workers", async () => {
    const { worker, enqueue, begun } = await openWorld(undefined, { workerBatch: 5 });
    const subjects = Array.from({ length: 50 }, (_, job) => `job ${job}`);
    await enqueue(...subjects);
    const drain = async (): Promise<void> => {
      for (const jobs = worker(); (await jobs.runDue()) > 0;);
    };
    await Promise.all([drain(), drain(), drain()]);
    expect([...begun].sort()).toEqual([...subjects].sort());
  });

  it("begins anew with each job of a slow batch", async () => {
    const others: number[] = [];
    const world = await openWorld(async (hold) => {
      world.clock.advance(LEASE - 1);
      // Another worker looks for work just before this job's lease ends, longer after the batch was
      // taken with each job.
      others.push(await world.worker().runDue());
      await world.complete(hold);
    });
    await world.enqueue("one", "two");
    expect(await world.worker().runDue()).toBe(2);
    expect(others).toEqual([0, 0]);
    expect(world.begun).toEqual(["one", "two"]);
  });

  it("keeps a job that takes longer, as long as it says so", async () => {
    const world = await openWorld(async (hold) => {
      for (let page = 0; page < 5; page++) {
        world.clock.advance(LEASE - 1);
        expect(await world.worker().runDue()).toBe(0);
        await hold.extendLease();
      }
      await world.complete(hold);
    });
    await world.enqueue("one");
    expect(await world.worker().runDue()).toBe(1);
    expect(world.begun).toEqual(["one"]);
    expect(world.events("debug")).toEqual(["job_done"]);
  });
});

type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * The first worker outlives its lease in the middle of its first job, and another takes over all
 * there is; then the first comes to `end`.
 */
async function overtaken(
  end: (hold: LeasedJob, world: World) => Promise<unknown>,
  overrides: Partial<Policy> = {},
): Promise<World> {
  let isFirst = true;
  const world = await openWorld(async (hold) => {
    if (!isFirst) return world.complete(hold);
    isFirst = false;
    world.clock.advance(LEASE);
    expect(await world.worker().runDue()).toBe(2);
    await end(hold, world);
  }, overrides);
  await world.enqueue("one", "two");
  expect(await world.worker().runDue()).toBe(2);
  return world;
}

describe("a worker that has lost its lease", () => {
  it("does not begin what another has taken over", async () => {
    const { begun, events } = await overtaken(async () => {});
    expect(begun).toEqual(["one", "one", "two"]);
    expect(events("info")).toEqual(["job_lost"]);
  });

  it("is told so when it asks for more time, and leaves the job alone", async () => {
    const { store, events, waiting } = await overtaken(({ extendLease }) => extendLease());
    expect(events("info")).toEqual(["job_lost", "job_lost"]);
    expect(await waiting()).toEqual([]);
    expect(await store.jobs.countBacklog(new Date(0))).toMatchObject({ dead: 0 });
  });

  it("takes back what it did together with the completion", async () => {
    const { events, waiting } = await overtaken(({ job, lease }, { store }) =>
      store.transaction(async (tx) => {
        await tx.jobs.enqueue({ ...job, id: toId<JobId>("effect") });
        if (!(await tx.jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
      }),
    );
    expect(events("info")).toEqual(["job_lost", "job_lost"]);
    expect(await waiting()).toEqual([]);
  });

  it.each([5, 1])(
    "reports no failure of a job that is not its own any more, with %i attempts",
    async (jobAttempts) => {
      const { store, log, events } = await overtaken(failing, { jobAttempts });
      expect(events("info")).toEqual(["job_lost", "job_lost"]);
      expect(log.filter(({ level }) => level === "warn" || level === "error")).toEqual([]);
      expect(await store.jobs.countBacklog(new Date(0))).toMatchObject({ dead: 0 });
    },
  );
});

describe("a worker that is told to stop", () => {
  it("ends the job in its hands at the next page, begins no other, and loses none", async () => {
    let stopping = false;
    const long: JobHandler = async ({ extendLease }) => {
      stopping = true;
      await extendLease();
      throw new Error("nothing is done after that");
    };
    const { store, worker, enqueue, begun, waiting, clock, events } = await openWorld(long);
    await enqueue("one", "two", "three");
    await worker().runDue(() => stopping);
    expect(begun).toEqual(["one"]);
    expect(events("error")).toEqual([]);
    // Given back at once: nobody waits for the end of the lease.
    expect(await store.jobs.countBacklog(clock.now())).toMatchObject({ oldestDueAt: clock.now() });
    expect((await waiting()).map(({ subject, attempts }) => [subject, attempts])).toEqual([
      ["one", 0],
      ["two", 0],
      ["three", 0],
    ]);
  });
});

describe.each([
  ["kind", "from-the-future" as string as JobKind, null],
  ["version", "delete-file" as const, { payloadVersion: 2 }],
])("a job of a %s that only a newer release knows", (_, kind, payload) => {
  it("is left to the workers of that release, and reported", async () => {
    const { store, clock, worker, begun, log, waiting } = await openWorld();
    const now = clock.now();
    const id = toId<JobId>("newer");
    const job = {
      id,
      subject: "one",
      payload,
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
    };
    await store.jobs.enqueue({ ...job, kind });
    await worker().runDue();
    expect(begun).toEqual([]);
    expect(log).toEqual([
      {
        level: "warn",
        event: "job_unknown",
        fields: { jobId: id, kind, attempt: 1 },
        cause: undefined,
      },
    ]);
    expect(await waiting()).toMatchObject([{ id, attempts: 0 }]);
  });
});

describe("a job whose end cannot be written down", () => {
  it("is reported with the reason, and waits for the end of its lease", async () => {
    const world: Awaited<ReturnType<typeof openWorld>> = await openWorld(async () => {
      await world.store.close();
      throw new Error("the database is gone");
    });
    await world.enqueue("one");
    await world.worker().runDue();
    expect(world.log).toMatchObject([
      { level: "error", event: "job_unsettled", fields: { jobId: anyString() } },
    ]);
    expect(world.log[0]?.cause).toBeInstanceOf(Error);
  });
});

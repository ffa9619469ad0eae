import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createManualScheduler, createSeededRandom } from "@acme/auth-testing";
import { afterEach, describe, expect, it } from "vitest";
import { after, MINUTE, SECOND } from "../../kernel/duration.js";
import { type JobId, toId } from "../../kernel/ids.js";
import { definePolicy } from "../../kernel/policy.js";
import type { LogFields } from "../../ports/logger.js";
import type { Job, JobKind } from "../jobs/job-store.js";
import { type Attempt, createQueueTask } from "./drain-queue.procedure.js";
import { LeaseLostError } from "./lease-lost-error.js";

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

interface Choices {
  readonly run?: Attempt["run"];
  /** How many receivers may hang; none: the rows are no calls. */
  readonly slowReceivers?: number;
}

/** A queue in a database, and a worker that does the same with every row. */
async function openQueue({ run = async () => "done", slowReceivers = 0 }: Choices = {}) {
  const store = await openMemoryStore();
  cleanUps.push(() => store.close());
  const [clock, random] = [createFixedClock(), createSeededRandom()];
  const scheduler = createManualScheduler();
  const log: { readonly event: string; readonly fields: LogFields | undefined }[] = [];
  const write = (event: string, fields?: LogFields) => void log.push({ event, fields });
  const extended: string[] = [];
  const extend: typeof store.jobs.extend = async (...given) => {
    extended.push(given[0]);
    return store.jobs.extend(...given);
  };
  const queue = { ...store.jobs, extend };
  const task = createQueueTask<Job>(
    {
      clock,
      random,
      scheduler,
      policy: definePolicy(),
      logger: { debug: write, info: write, warn: write, error: write },
    },
    {
      name: "jobs",
      noun: "parcel",
      idField: "parcelId",
      queue,
      concurrency: 1,
      ...(slowReceivers > 0 && {
        calls: { queue, receiverOf: ({ subject }: Job) => subject, slowReceivers },
      }),
      prepare: ({ id }) => ({ fields: { parcelId: id }, maxAttempts: 2, backoff: [MINUTE], run }),
      describe: ({ id, kind, subject, attempts, createdAt, lastError }) => ({
        id,
        kind,
        subject,
        attempts,
        createdAt,
        lastError,
      }),
      remove: ({ id }) => store.jobs.deleteUnclaimed(id, clock.now()),
    },
  );
  const enqueue = async (id: string, kind: JobKind = "delete-file") => {
    const now = clock.now();
    const times = { nextAttemptAt: now, createdAt: now };
    const row = { id: toId<JobId>(id), kind, subject: "crm", payload: null, attempts: 0 };
    await store.jobs.enqueue({ ...row, ...times });
  };
  /** The rows that another worker may claim now. */
  const due = async () => {
    const [now, lease] = [clock.now(), random.id()];
    const rows = await store.jobs.claimDue(now, 9, toId(lease), after(now, SECOND));
    return rows.map(({ id, attempts }) => [id, attempts]);
  };
  return { store, clock, scheduler, task, enqueue, due, log, extended };
}

describe("a batch", () => {
  it("is begun under the lease that it was claimed with, which each row that waited renews", async () => {
    const { task, enqueue, extended } = await openQueue();
    for (const id of ["row-1", "row-2", "row-3"]) await enqueue(id);
    expect(await task.runDue()).toBe(3);
    expect(extended).toEqual(["row-2", "row-3"]);
  });

  it("leaves no timer behind, whatever became of its rows", async () => {
    let calls = 0;
    const { task, enqueue, scheduler } = await openQueue({
      async run() {
        if (++calls === 1) throw new Error("the disk is full");
        return "done";
      },
    });
    for (const id of ["row-1", "row-2"]) await enqueue(id);
    await task.runDue();
    expect(calls).toBe(2);
    expect(scheduler.waiting()).toBe(0);
  });
});

it("a receiver is called again once its last call has ended", async () => {
  const { task, enqueue } = await openQueue({ slowReceivers: 1 });
  for (const id of ["row-1", "row-2"]) {
    await enqueue(id, "notify-subscriber");
    expect(await task.runDue(), id).toBe(1);
  }
});

describe("an attempt", () => {
  it("that ends because the worker stops gives its row back at once, and is no failure", async () => {
    let isStopping = false;
    const { task, enqueue, due, log } = await openQueue({
      async run({ extend }) {
        isStopping = true;
        await extend();
        return "done";
      },
    });
    await enqueue("row-1");
    await task.runDue(() => isStopping);
    expect(await due()).toEqual([["row-1", 0]]);
    expect(log).toEqual([]);
  });

  it("that has lost its lease leaves the row to the worker that has it, and says so", async () => {
    const { task, enqueue, due, log } = await openQueue({
      run: () => Promise.reject(new LeaseLostError("row-1")),
    });
    await enqueue("row-1");
    await task.runDue();
    expect(await due()).toEqual([]);
    expect(log).toEqual([{ event: "parcel_lost", fields: { parcelId: "row-1" } }]);
  });

  it("that fails is logged with the reason, of which not much is kept, and the last as a death", async () => {
    const { task, enqueue, due, log, clock } = await openQueue({
      run: () => Promise.reject(new Error("x".repeat(501))),
    });
    await enqueue("row-1");
    await task.runDue();
    expect(log).toEqual([
      { event: "parcel_failed", fields: { parcelId: "row-1", reason: "x".repeat(500) } },
    ]);
    expect(await due()).toEqual([]);
    clock.advance(MINUTE);
    await task.runDue();
    expect(log.at(-1)).toEqual({ event: "parcel_dead", fields: { parcelId: "row-1" } });
  });

  it("whose end cannot be written down is named", async () => {
    const world: Awaited<ReturnType<typeof openQueue>> = await openQueue({
      async run() {
        await world.store.close();
        return "done";
      },
    });
    await world.enqueue("row-1");
    await world.task.runDue();
    expect(world.log.at(-1)).toEqual({
      event: "parcel_unsettled",
      fields: { parcelId: "row-1" },
    });
  });
});

import { createFixedClock, createManualScheduler } from "@acme/auth-testing";
import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { definePolicy } from "../../kernel/policy.js";
import { silentLogger } from "../../platform/console-logger.js";
import type { Store, StoreHealth } from "../../store/store.js";
import type { QueueName, QueueTask } from "./queue-task.js";
import type { Task } from "./task-loop.js";
import { createWorker, type WorkerTasks } from "./worker.js";

const POLL = definePolicy().workerPoll;

/** Lets everything that can run, run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function openWorld() {
  const scheduler = createManualScheduler();
  const clock = createFixedClock();
  const failures: unknown[] = [];
  const logger = {
    ...silentLogger,
    error: (event: string, fields?: object) => void failures.push([event, fields]),
  };
  let health: StoreHealth = "ready";
  const store = standIn<Store>({ health: async () => health });
  const setHealth = (state: StoreHealth): void => void (health = state);
  const workerOver = (own: Partial<WorkerTasks>) =>
    createWorker(
      { store, policy: definePolicy(), clock, scheduler, logger, contributors: [] },
      { queues: EMPTY, calls, others: [], ...own },
    );
  const workerOf = (...others: readonly Task[]) => workerOver({ others });
  /** Lets time pass for the worker, and what it then does come to an end. */
  const pass = async (milliseconds: number): Promise<void> => {
    scheduler.advance(milliseconds);
    await settled();
  };
  return { scheduler, clock, failures, setHealth, workerOver, workerOf, pass };
}

const emptyQueue = (name: QueueName): QueueTask => ({
  name,
  runDue: async () => 0,
  countBacklog: async () => ({ queued: 0, dead: 0, oldestDueAt: null }),
  listDead: async () => [],
  listQueued: async () => [],
  retryDead: async () => false,
  remove: async () => "unknown",
});
const calls: Task = { name: "calls", runDue: async () => 0 };
const EMPTY = {
  mail: emptyQueue("mail"),
  jobs: emptyQueue("jobs"),
};

/** A task with that many pieces of work, done in batches of two. */
function backlog(name: string, pieces = 0) {
  let left = pieces;
  let runs = 0;
  const runDue = async (): Promise<number> => {
    runs++;
    const done = Math.min(left, 2);
    left -= done;
    return done;
  };
  return {
    name,
    runDue,
    add: (more: number) => void (left += more),
    left: () => left,
    runs: () => runs,
  };
}

/** A task that ends when it is told to. */
function openEnded(name: string) {
  let end!: (done: number) => void;
  let runs = 0;
  const runDue = (): Promise<number> => {
    runs++;
    return new Promise((resolve) => (end = resolve));
  };
  return { name, runDue, end: (done: number) => end(done), runs: () => runs };
}

describe("a worker", () => {
  it("runs what is due when it starts, and then at every poll", async () => {
    const { workerOf, pass } = openWorld();
    const task = backlog("mail", 1);
    const worker = workerOf(task);
    worker.start();
    expect(task.runs()).toBe(0);
    await pass(0);
    expect(task.left()).toBe(0);

    task.add(1);
    await pass(POLL - 1);
    expect(task.left()).toBe(1);
    await pass(1);
    expect(task.left()).toBe(0);
    await pass(10 * POLL);
  });

  it("goes on until nothing is due, batch by batch", async () => {
    const { workerOf, pass } = openWorld();
    const [mail, sweep] = [backlog("mail", 7), backlog("sweep", 3)];
    workerOf(mail, sweep).start();
    await pass(0);
    expect([mail.left(), sweep.left()]).toEqual([0, 0]);
    expect(mail.runs()).toBe(5);
  });

  it("says how much it did when it is run by hand, started or not", async () => {
    const { workerOf } = openWorld();
    const worker = workerOf(backlog("mail", 7), backlog("sweep", 3));
    expect(await worker.runDue()).toBe(10);
    expect(await worker.runDue()).toBe(0);
  });

  it("comes at once when it is nudged", async () => {
    const { workerOf, pass, scheduler } = openWorld();
    const task = backlog("mail");
    const worker = workerOf(task);
    worker.start();
    await pass(0);
    task.add(1);
    for (let nudge = 0; nudge < 10; nudge++) worker.nudge();
    expect(task.left()).toBe(1);
    // One run of each task: the two queues, the calls and this one.
    expect(scheduler.waiting()).toBe(4);
    await pass(0);
    expect(task.left()).toBe(0);
  });

  it("wakes no other queue when it is told which one has something new", async () => {
    const { workerOver, pass, scheduler } = openWorld();
    const [mail, jobs] = [backlog("mail"), backlog("jobs")];
    const worker = workerOver({
      queues: {
        mail: { ...EMPTY.mail, runDue: mail.runDue },
        jobs: { ...EMPTY.jobs, runDue: jobs.runDue },
      },
      featureQueues: [emptyQueue("webhooks")],
    });
    worker.start();
    await pass(0);
    const runs = jobs.runs();
    mail.add(1);
    worker.nudge("mail");
    expect(scheduler.waiting()).toBe(4);
    await pass(0);
    expect([mail.left(), jobs.runs()]).toEqual([0, runs]);
    worker.nudge();
    await pass(0);
    expect(jobs.runs()).toBe(runs + 1);
  });

  it("looks again when it is nudged in the middle of its work, without doing it twice at once", async () => {
    const { workerOf, pass } = openWorld();
    const task = openEnded("mail");
    const worker = workerOf(task);
    worker.start();
    await pass(0);
    worker.nudge();
    await pass(10 * POLL);
    expect(task.runs()).toBe(1);
    task.end(0);
    await settled();
    expect(task.runs()).toBe(2);
    task.end(0);
    await settled();
    expect(task.runs()).toBe(2);
  });

  it("hears a nudge at whatever moment of the end of its work it comes", async () => {
    // The end takes a few turns of the microtasks; the nudge comes in each of them once.
    for (let turns = 0; turns < 20; turns++) {
      const { workerOf, pass } = openWorld();
      const task = openEnded("mail");
      const worker = workerOf(task);
      worker.start();
      await pass(0);
      task.end(0);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      worker.nudge();
      await settled();
      await pass(0);
      expect(task.runs(), `after ${turns} turns`).toBe(2);
      const stopped = worker.stop();
      task.end(0);
      await stopped;
    }
  });

  it("lets no task wait for a long one", async () => {
    const { workerOf, pass } = openWorld();
    const [long, mail] = [openEnded("jobs"), backlog("mail", 3)];
    const worker = workerOf(long, mail);
    worker.start();
    await pass(0);
    expect(mail.left()).toBe(0);
    mail.add(1);
    await pass(POLL);
    expect(mail.left()).toBe(0);
    expect(long.runs()).toBe(1);
    long.end(0);
    await worker.stop();
  });

  it("runs a long task no second time for the polls that passed meanwhile", async () => {
    const { workerOf, pass } = openWorld();
    const task = openEnded("jobs");
    const worker = workerOf(task);
    worker.start();
    await pass(0);
    await pass(3 * POLL);
    task.end(0);
    await settled();
    expect(task.runs()).toBe(1);
    await pass(POLL);
    expect(task.runs()).toBe(2);
    const stopped = worker.stop();
    task.end(0);
    await stopped;
  });

  it("looks for more beside what hangs, at a nudge and at every poll, as often as the task is wide", async () => {
    const { workerOf, pass } = openWorld();
    const ends: ((done: number) => void)[] = [];
    const runDue = () => new Promise<number>((resolve) => void ends.push(resolve));
    const worker = workerOf({ name: "calls", width: 3, runDue });
    worker.start();
    await pass(0);
    expect(ends).toHaveLength(1);
    await pass(POLL);
    expect(ends).toHaveLength(2);
    worker.nudge();
    await pass(0);
    expect(ends).toHaveLength(3);
    worker.nudge();
    await pass(10 * POLL);
    expect(ends).toHaveLength(3);
    ends[1]!(0);
    await pass(0);
    expect(ends).toHaveLength(4);
    const stopped = worker.stop();
    for (const end of ends) end(1);
    await stopped;
    expect(ends).toHaveLength(4);
  });

  it("hears no nudge before it is started", async () => {
    const { workerOf, pass, scheduler } = openWorld();
    const task = backlog("mail", 1);
    workerOf(task).nudge();
    await pass(10 * POLL);
    expect(task.runs()).toBe(0);
    expect(scheduler.waiting()).toBe(0);
  });
});

describe("a run that has a limit", () => {
  const LIMIT = { within: 1_000 };

  it("does everything that is due, and leaves no timer behind", async () => {
    const { workerOf, scheduler } = openWorld();
    expect(await workerOf(backlog("mail", 7), backlog("sweep", 3)).runDue(LIMIT)).toBe(10);
    expect(scheduler.waiting()).toBe(0);
  });

  it("does what another task led to", async () => {
    const { workerOf } = openWorld();
    const mail = backlog("mail");
    const jobs = backlog("jobs", 1);
    const runDue = async (): Promise<number> => {
      const done = await jobs.runDue();
      for (let turn = 0; turn < 5; turn++) await settled();
      if (done > 0) mail.add(1);
      return done;
    };
    expect(await workerOf(mail, { name: "jobs", runDue }).runDue(LIMIT)).toBe(2);
  });

  it("returns on time when a task hangs, which holds up no other", async () => {
    const { workerOf, scheduler } = openWorld();
    const [hanging, sweep] = [openEnded("mail"), backlog("sweep", 3)];
    const ended = workerOf(hanging, sweep).runDue(LIMIT);
    for (let turn = 0; turn < 10; turn++) await settled();
    scheduler.advance(LIMIT.within - 1);
    expect(await Promise.race([ended, settled().then(() => "under way")])).toBe("under way");
    scheduler.advance(1);
    expect(await ended).toBe(3);
    expect(hanging.runs()).toBe(1);
    hanging.end(1);
    await settled();
    expect(hanging.runs()).toBe(1);
  });

  it("begins nothing more once its time is up by the clock, however late the timer comes", async () => {
    const { workerOf, clock } = openWorld();
    const mail = backlog("mail", 7);
    const runDue = async (): Promise<number> => {
      clock.advance(LIMIT.within / 2);
      return mail.runDue();
    };
    expect(await workerOf({ name: "mail", runDue }).runDue(LIMIT)).toBe(4);
    expect(mail.left()).toBe(3);
  });

  it("goes on beside a batch that hangs, as often as the task is wide", async () => {
    const { workerOf, scheduler } = openWorld();
    const left = backlog("calls", 6);
    let runs = 0;
    const runDue = (): Promise<number> =>
      runs++ === 0 ? new Promise<number>(() => {}) : left.runDue();
    const ended = workerOf({ name: "calls", width: 2, runDue }).runDue(LIMIT);
    for (let turn = 0; turn < 10; turn++) await settled();
    scheduler.advance(LIMIT.within);
    expect(await ended).toBe(6);
  });

  it("tells a task that its time is up, so that long work is given back", async () => {
    const { workerOf, scheduler } = openWorld();
    let isOver = (): boolean => false;
    const runDue = (stopping = (): boolean => false): Promise<number> => {
      isOver = stopping;
      return new Promise(() => {});
    };
    const ended = workerOf({ name: "jobs", runDue }).runDue(LIMIT);
    await settled();
    expect(isOver()).toBe(false);
    scheduler.advance(LIMIT.within);
    await ended;
    expect(isOver()).toBe(true);
  });

  it.each([0, -1, Number.NaN, Infinity, 86_400_001])(
    "is refused where it is %d",
    async (within) => {
      const { workerOf } = openWorld();
      const task = backlog("mail", 1);
      await expect(workerOf(task).runDue({ within })).rejects.toThrow(RangeError);
      expect(task.runs()).toBe(0);
    },
  );
});

describe("a failing task", () => {
  it.each([
    ["rejects", () => Promise.reject(new Error("no database"))],
    [
      "throws",
      (): Promise<number> => {
        throw new Error("no database");
      },
    ],
  ])(
    "that %s is reported, does not stop the others, and is tried at the next poll",
    async (_how, runDue) => {
      const { workerOf, pass, failures } = openWorld();
      const other = backlog("sweep", 4);
      workerOf({ name: "mail", runDue }, other).start();
      await pass(0);
      expect(other.left()).toBe(0);
      const before = failures.length;
      expect(failures[0]).toEqual(["task_failed", { task: "mail" }]);
      await pass(POLL);
      expect(failures.length).toBe(before + 1);
    },
  );
});

describe("a database that lacks migrations", () => {
  it("is told of once, looked at ever more rarely, and worked on when they are applied", async () => {
    const { workerOf, pass, failures, setHealth } = openWorld();
    setHealth("migrations_pending");
    let runs = 0;
    const runDue = async (): Promise<number> => {
      runs++;
      throw new Error("no such table");
    };
    const mail = { name: "mail", runDue };
    workerOf(mail, { name: "sweep", runDue }).start();
    for (let second = 0; second < 120; second++) await pass(POLL);
    expect(failures).toEqual([["worker_waits", expect.objectContaining({ task: "mail" })]]);
    expect(runs).toBeLessThan(30);

    setHealth("ready");
    let isDone = false;
    mail.runDue = async () => ((isDone = true), 0);
    for (let second = 0; second < 16; second++) await pass(POLL);
    expect(isDone).toBe(true);
    expect(failures[1]).toEqual(["task_failed", { task: "sweep" }]);
  });
});

describe("stopping", () => {
  it("waits for the work in hand and takes no more", async () => {
    const { workerOf, pass, scheduler } = openWorld();
    const task = openEnded("mail");
    const worker = workerOf(task);
    worker.start();
    await pass(0);
    let stopped = false;
    const stopping = worker.stop().then(() => (stopped = true));
    await settled();
    expect(stopped).toBe(false);
    worker.nudge();
    task.end(5);
    await stopping;
    expect(scheduler.waiting()).toBe(0);
    await pass(10 * POLL);
    expect(task.runs()).toBe(1);
    expect(scheduler.waiting()).toBe(0);
  });

  it("tells the task in hand, which begins nothing more", async () => {
    const { workerOf, pass } = openWorld();
    let stopping!: () => boolean;
    let end!: () => void;
    const runDue = (told: () => boolean = () => false): Promise<number> => {
      stopping = told;
      return new Promise((resolve) => (end = () => resolve(1)));
    };
    const worker = workerOf({ name: "jobs", runDue });
    worker.start();
    await pass(0);
    expect(stopping()).toBe(false);
    const stopped = worker.stop();
    expect(stopping()).toBe(true);
    end();
    await stopped;
  });

  it("is done at once when there is nothing in hand, started or not, and twice", async () => {
    const { workerOf, pass, scheduler } = openWorld();
    const task = backlog("mail", 1);
    const worker = workerOf(task);
    await worker.stop();
    worker.start();
    await worker.stop();
    await worker.stop();
    await pass(10 * POLL);
    expect(task.runs()).toBe(0);
    expect(scheduler.waiting()).toBe(0);
  });

  it("can be followed by another start", async () => {
    const { workerOf, pass } = openWorld();
    const task = backlog("mail", 3);
    const worker = workerOf(task);
    worker.start();
    await worker.stop();
    worker.start();
    await pass(0);
    expect(task.left()).toBe(0);
  });
});

describe("an operator", () => {
  /** A worker of queues that note what they are asked, and how often each has looked for work. */
  async function openQueues() {
    const { workerOver, pass } = openWorld();
    const asked: unknown[] = [];
    const runs: QueueName[] = [];
    const queueOf = (name: QueueName): QueueTask => ({
      ...emptyQueue(name),
      runDue: async () => (runs.push(name), 0),
      countBacklog: async () => ({ queued: name.length, dead: 0, oldestDueAt: null }),
      listDead: async (...page) => (asked.push([name, "dead", ...page]), []),
      listQueued: async (...page) => (asked.push([name, "queued", ...page]), []),
      retryDead: async (id) => id === name,
      remove: async (id) => (id === name ? "removed" : "claimed"),
    });
    const worker = workerOver({
      queues: { mail: queueOf("mail"), jobs: queueOf("jobs") },
      featureQueues: [queueOf("webhooks")],
    });
    worker.start();
    await pass(0);
    /** The queues that look for work because of what is done. */
    async function wokenBy(work: () => Promise<unknown>): Promise<readonly QueueName[]> {
      runs.length = 0;
      await work();
      await pass(0);
      return [...runs];
    }
    return { worker, asked, wokenBy };
  }
  const QUEUES = ["mail", "jobs", "webhooks"] as const;

  it("is told of each queue by itself, page by page", async () => {
    const { worker, asked } = await openQueues();
    expect(await worker.backlog()).toMatchObject({
      mail: { queued: 4 },
      jobs: { queued: 4 },
      webhooks: { queued: 8 },
    });
    const [at, id] = [new Date(0), "row-1"];
    for (const queue of QUEUES) {
      await worker.listDead(queue);
      await worker.listDead(queue, { createdAt: at, id });
      await worker.listQueued(queue);
      await worker.listQueued(queue, { nextAttemptAt: at, id });
    }
    expect(asked).toEqual(
      QUEUES.flatMap((queue) => [
        [queue, "dead", null, 100],
        [queue, "dead", { createdAt: at, id }, 100],
        [queue, "queued", null, 100],
        [queue, "queued", { nextAttemptAt: at, id }, 100],
      ]),
    );
  });

  it("wakes the queue of a row that is tried again, and every queue for what tells of a removed one", async () => {
    const { worker, wokenBy } = await openQueues();
    expect(await wokenBy(() => worker.retryDead("mail", "mail"))).toEqual(["mail"]);
    expect(await wokenBy(() => worker.remove("jobs", "jobs"))).toEqual([...QUEUES]);
    await worker.stop();
  });

  it("wakes none where nothing was changed", async () => {
    const { worker, wokenBy } = await openQueues();
    expect(await wokenBy(() => worker.retryDead("mail", "other"))).toEqual([]);
    expect(await wokenBy(() => worker.remove("jobs", "other"))).toEqual([]);
    expect([
      await worker.retryDead("jobs", "jobs"),
      await worker.retryDead("jobs", "mail"),
    ]).toEqual([true, false]);
    expect(await worker.remove("webhooks", "mail")).toBe("claimed");
    await worker.stop();
  });
});

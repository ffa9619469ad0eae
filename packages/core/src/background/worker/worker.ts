import type { Env } from "../../store/env.js";
import { findMissingContributors } from "../jobs/find-missing-contributors.procedure.js";
import type { Backlog, DuePosition, QueuePosition } from "../leased-queue/leased-queue-store.js";
import type {
  BaseQueueName,
  DeadRow,
  QueuedRow,
  QueueName,
  QueueRemoval,
  QueueTask,
} from "./queue-task.js";
import { runWithin, type TimeLimit } from "./run-within.procedure.js";
import { createReportFailure } from "./task-failures.js";
import { createTaskLoop, type Task, type TaskLoop } from "./task-loop.js";

/** Rows on one page of a list. */
const ROWS_PER_PAGE = 100;

/**
 * Carries out the work that no request waits for: mails, jobs, the queues of features, the sweep. Any
 * number of workers may run over one database. A worker runs when it is nudged and at every poll, and each
 * task runs beside the others, so that a mail does not wait for an export, and a deletion for no
 * subscriber.
 */
export interface Worker {
  /**
   * Begins to run. Mails, jobs and the like wait until some process does. Its timers do not keep
   * the process alive: a program that does nothing else holds itself, for example by
   * `setInterval(() => undefined, 60_000)` until it is told to stop.
   */
  start(): void;
  /**
   * Takes no more work. Resolves when what is under way is finished; what was claimed and not begun
   * is given back to other workers at once.
   */
  stop(): Promise<void>;
  /**
   * Asks for a run, after the request that asks has been answered.
   * @param queue The only queue that has something new. Without it, everything that is due is
   * looked for.
   */
  nudge(queue?: QueueName): void;
  /**
   * Carries out everything that is due now, and what that leads to. A task that fails is logged and
   * tried again later; the others go on.
   * @param limit How long it may take. When the time is up it begins nothing more and returns. What
   *   is still under way is finished if the process lives on; otherwise its lease ends and another
   *   run does it. Default: as long as there is something due.
   * @returns The number of mails, jobs and rows it handled, those of features too.
   * @throws {RangeError} for a limit that is not between a millisecond and a day
   * @example
   * await auth.worker.runDue({ within: 10_000 });
   */
  runDue(limit?: TimeLimit): Promise<number>;
  /**
   * How much work waits in each queue, those of features too: for metrics and alarms.
   * @example
   * const { mail } = await auth.worker.backlog();
   * if (mail.dead > 0) console.warn(`${mail.dead} mails could not be delivered`);
   */
  backlog(): Promise<Backlogs>;
  /**
   * Rows of a queue that were set aside after their last attempt.
   * @param after The last row of the page before; without it, the page begins with the oldest row.
   * @returns Up to 100 rows, oldest first.
   */
  listDead(queue: QueueName, after?: QueuePosition): Promise<readonly DeadRow[]>;
  /**
   * Queues a dead row again, due at once, with its attempts counted from zero again. A mail that
   * has expired meanwhile is dropped instead of sent.
   * @returns False when there is no such dead row.
   */
  retryDead(queue: QueueName, id: string): Promise<boolean>;
  /**
   * Rows of a queue that wait for their time or for a worker, or that a worker has claimed.
   * @param after The last row of the page before; without it, the page begins with the row that is
   * due first.
   * @returns Up to 100 rows, in the order in which they are due.
   */
  listQueued(queue: QueueName, after?: DuePosition): Promise<readonly QueuedRow[]>;
  /**
   * Sections of contributors that deletions and exports name, waiting or dead, and that this
   * process was not told of. Its worker fails these jobs, and erases nothing: each process that
   * runs a worker has the contributors of the processes that serve.
   * @example
   * const missing = await auth.worker.listMissingContributors();
   * if (missing.length > 0) throw new Error(`give createAuth the contributors of ${missing.join(", ")}`);
   */
  listMissingContributors(): Promise<readonly string[]>;
  /**
   * Takes a waiting or dead row out of its queue: a mail is not sent, a job is not done. What a job
   * was for ends with it: the pending deletion of an account is cancelled, a pending export has
   * failed; in both cases the user is told by mail.
   * @returns `claimed` while a worker is at it, and then nothing was changed; `required` for a job
   * that erases, which is done and never removed; `unknown` when there is no such row.
   */
  remove(queue: QueueName, id: string): Promise<QueueRemoval>;
}

/** How much work waits, by queue. */
export type Backlogs = Readonly<Record<BaseQueueName, Backlog> & Record<string, Backlog>>;

/** What a worker does: one task for each queue, and whatever else is due now and then. */
export interface WorkerTasks {
  readonly queues: Readonly<Record<BaseQueueName, QueueTask>>;
  /** The queues of features. */
  readonly featureQueues?: readonly QueueTask[];
  /** The calls of subscribers: jobs as well, which no other job waits for. */
  readonly calls: Task;
  readonly others: readonly Task[];
}

export function createWorker(
  env: Pick<Env, "store" | "policy" | "clock" | "scheduler" | "logger" | "contributors">,
  { queues, featureQueues = [], calls, others }: WorkerTasks,
): Worker {
  const surroundings = {
    ...env,
    report: createReportFailure(() => env.store.health(), env.logger),
  };
  const loopOf = (task: Task): TaskLoop => createTaskLoop(surroundings, task);
  const tasks = new Map<string, QueueTask>(
    [queues.mail, queues.jobs, ...featureQueues].map((task) => [task.name, task]),
  );
  const queueLoops = new Map<string, readonly TaskLoop[]>(
    [...tasks].map(([name, task]) => [
      name,
      name === "jobs" ? [loopOf(task), loopOf(calls)] : [loopOf(task)],
    ]),
  );
  const loops = [...[...queueLoops.values()].flat(), ...others.map(loopOf)];

  function taskOf(queue: QueueName): QueueTask {
    const task = tasks.get(queue);
    if (!task) throw new RangeError(`worker: there is no queue ${queue}`);
    return task;
  }

  async function runDue(limit?: TimeLimit): Promise<number> {
    if (limit) return runDueWithin(limit);
    let total = 0;
    for (let done = -1; done !== 0; total += done) {
      done = 0;
      for (const loop of loops) done += await loop.runOnce();
    }
    return total;
  }

  /** Runs the tasks beside each other: one that hangs must not take the time of the others. */
  async function runDueWithin(limit: TimeLimit): Promise<number> {
    let total = 0;
    const lanes = loops.flatMap((loop) => Array<TaskLoop>(loop.width).fill(loop));
    await runWithin(env, limit, async (isOver) => {
      async function drain(loop: TaskLoop): Promise<void> {
        for (let done = -1; done !== 0; total += done) {
          done = await loop.runOnce(isOver);
          // A database in this process answers without a turn of the event loop, in which the time
          // could be found to be up.
          await env.scheduler.yieldToEventLoop();
        }
      }
      for (let before = -1; before !== total;) {
        before = total;
        await Promise.all(lanes.map(drain));
      }
    });
    return total;
  }

  function nudge(queue?: QueueName): void {
    for (const loop of queue === undefined ? loops : (queueLoops.get(queue) ?? [])) loop.nudge();
  }

  async function retryDead(queue: QueueName, id: string): Promise<boolean> {
    const isQueued = await taskOf(queue).retryDead(id);
    if (isQueued) nudge(queue);
    return isQueued;
  }

  async function remove(queue: QueueName, id: string): Promise<QueueRemoval> {
    const removal = await taskOf(queue).remove(id);
    // What was called off is told by mail.
    if (removal === "removed") nudge();
    return removal;
  }

  return {
    start() {
      for (const loop of loops) loop.start();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
    nudge,
    runDue,
    async backlog() {
      const counted: Record<string, Backlog> = {};
      for (const task of featureQueues) counted[task.name] = await task.countBacklog();
      return {
        mail: await queues.mail.countBacklog(),
        jobs: await queues.jobs.countBacklog(),
        ...counted,
      };
    },
    listDead: async (queue, after) => taskOf(queue).listDead(after ?? null, ROWS_PER_PAGE),
    listQueued: async (queue, after) => taskOf(queue).listQueued(after ?? null, ROWS_PER_PAGE),
    listMissingContributors: () => findMissingContributors(env),
    retryDead,
    remove,
  };
}

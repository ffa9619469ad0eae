import type { Env } from "../../store/env.js";
import type { ReportFailure } from "./task-failures.js";

/** One kind of background work. */
export interface Task {
  readonly name: string;
  /** How many runs of it may be under way at once. Default: one. */
  readonly width?: number;
  /**
   * Carries out a bounded batch of what is due. Returns how much that was. Once `stopping` says so,
   * it begins nothing more and leaves long work to other workers.
   */
  runDue(stopping?: () => boolean): Promise<number>;
}

/** The longest pause of a task that waits for migrations, in polls. */
const MAX_PAUSE = 16;

/** The loop of one task. */
export interface TaskLoop {
  readonly start: () => void;
  /** Resolves when what is under way is finished. */
  readonly stop: () => Promise<void>;
  readonly nudge: () => void;
  /**
   * Carries out one batch, and begins nothing more of it once `isOver` says so. Returns how much
   * that was.
   */
  readonly runOnce: (isOver?: () => boolean) => Promise<number>;
  /** How many batches may be under way at once. */
  readonly width: number;
}

/**
 * One task, run when it is nudged and at every poll, until nothing of it is due. Never more often
 * at once than its width. While it waits for migrations, its polls grow rare.
 */
export function createTaskLoop(
  env: Pick<Env, "policy" | "scheduler"> & { readonly report: ReportFailure },
  task: Task,
): TaskLoop {
  const { policy, scheduler, report } = env;
  let state: "idle" | "started" | "stopped" = "idle";
  const { width = 1 } = task;
  const running = new Set<Promise<void>>();
  let again = false;
  /** How many polls pass until the next. */
  let pause = 1;
  let cancelNext = () => {};

  /** A failure is logged, and the task is tried again later. */
  async function runOnce(isOver = (): boolean => false): Promise<number> {
    const stopping = (): boolean => state === "stopped" || isOver();
    if (stopping()) return 0;
    try {
      const done = await task.runDue(stopping);
      pause = 1;
      return done;
    } catch (failure) {
      const isBehind = await report(task.name, failure);
      pause = isBehind ? Math.min(2 * pause, MAX_PAUSE) : 1;
      return 0;
    }
  }

  function nudge(): void {
    if (state !== "started") return;
    again = true;
    if (running.size < width) schedule(0, begin);
  }

  function schedule(delay: number, next: () => void): void {
    cancelNext();
    cancelNext = scheduler.after(delay, next);
  }

  function begin(): void {
    const run = loop().then(() => {
      running.delete(run);
      if (again) nudge();
      else if (state === "started") schedule(pause * policy.workerPoll, nudge);
    });
    running.add(run);
    // What this run waits for must not keep another from looking for more.
    if (running.size < width) schedule(policy.workerPoll, nudge);
  }

  async function loop(): Promise<void> {
    while (again && state === "started") {
      again = false;
      while ((await runOnce()) > 0);
    }
  }

  function start(): void {
    state = "started";
    nudge();
  }

  async function stop(): Promise<void> {
    state = "stopped";
    cancelNext();
    await Promise.all(running);
  }

  return { start, stop, nudge, runOnce, width };
}

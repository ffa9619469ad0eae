import type { Env } from "../ports/env.js";

/** One kind of background work. */
export interface Task {
  readonly name: string;
  /** Carries out a bounded batch of what is due; how much that was. Once `stopping` says so, it begins nothing more and leaves what is long to others. */
  runDue(stopping?: () => boolean): Promise<number>;
}

export type Worker = ReturnType<typeof createWorker>;

/** Runs due work: when nudged, and otherwise at every poll. Any number of workers may run over one database. */
export function createWorker({ policy, scheduler, logger }: Pick<Env, "policy" | "scheduler" | "logger">, tasks: readonly Task[]) {
  let state: "idle" | "started" | "stopped" = "idle";
  let running: Promise<void> | null = null;
  let again = false;
  let cancelNext = () => {};

  /** Carries out everything that is due now; how much that was. A failing task is logged and tried again later; the others go on. */
  async function runDue(): Promise<number> {
    let total = 0;
    for (let done = -1; done !== 0; total += done) {
      done = 0;
      for (const task of tasks) done += await runOnce(task);
    }
    return total;
  }

  async function runOnce(task: Task): Promise<number> {
    if (state === "stopped") return 0;
    try {
      return await task.runDue(() => state === "stopped");
    } catch (failure) {
      logger.error("task_failed", { task: task.name }, failure);
      return 0;
    }
  }

  /** Asks for a run, soon: after the request that asks has gone its way. */
  function nudge(): void {
    if (state !== "started") return;
    again = true;
    if (running) return;
    cancelNext();
    cancelNext = scheduler.after(0, () => void (running ??= loop()));
  }

  async function loop(): Promise<void> {
    while (again && state === "started") {
      again = false;
      await runDue();
    }
    running = null;
    if (state === "started") cancelNext = scheduler.after(policy.workerPoll, nudge);
  }

  function start(): void {
    state = "started";
    nudge();
  }

  /** Takes no more work and resolves when what it holds is done. */
  async function stop(): Promise<void> {
    state = "stopped";
    cancelNext();
    await running;
  }

  return { start, stop, nudge, runDue };
}

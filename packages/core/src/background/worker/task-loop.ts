import type { Env } from "../../store/env.js";

/** One kind of background work. */
export interface Task {
  readonly name: string;
  /** Carries out a bounded batch of what is due. Returns how much that was. Once `stopping` says so, it begins nothing more and leaves long work to other workers. */
  runDue(stopping?: () => boolean): Promise<number>;
}

/** The loop of one task. */
export interface TaskLoop {
  readonly start: () => void;
  /** Resolves when what is under way is finished. */
  readonly stop: () => Promise<void>;
  readonly nudge: () => void;
  /** Carries out one batch. Returns how much that was. */
  readonly runOnce: () => Promise<number>;
}

/** One task, run when it is nudged and at every poll, until nothing of it is due. Never twice at once. */
export function createTaskLoop(
  { policy, scheduler, logger }: Pick<Env, "policy" | "scheduler" | "logger">,
  task: Task,
): TaskLoop {
  let state: "idle" | "started" | "stopped" = "idle";
  let running: Promise<void> | null = null;
  let again = false;
  let cancelNext = () => {};
  const stopping = (): boolean => state === "stopped";

  /** A failure is logged, and the task is tried again later. */
  async function runOnce(): Promise<number> {
    if (stopping()) return 0;
    try {
      return await task.runDue(stopping);
    } catch (failure) {
      logger.error("task_failed", { task: task.name }, failure);
      return 0;
    }
  }

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
      while ((await runOnce()) > 0);
    }
    running = null;
    if (state === "started") cancelNext = scheduler.after(policy.workerPoll, nudge);
  }

  function start(): void {
    state = "started";
    nudge();
  }

  async function stop(): Promise<void> {
    state = "stopped";
    cancelNext();
    await running;
  }

  return { start, stop, nudge, runOnce };
}

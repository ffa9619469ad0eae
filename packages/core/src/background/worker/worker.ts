import type { Env } from "../../store/env.js";
import { createTaskLoop, type Task } from "./task-loop.js";

export type Worker = ReturnType<typeof createWorker>;

/**
 * Runs due work: when nudged, and otherwise at every poll. Each task goes its own way, so that a mail does not wait for an export. Any number of workers
 * may run over one database.
 */
export function createWorker(
  env: Pick<Env, "policy" | "scheduler" | "logger">,
  tasks: readonly Task[],
) {
  const loops = tasks.map((task) => createTaskLoop(env, task));

  /** Carries out everything that is due now, what it leads to included; how much that was. A failing task is logged and tried again later; the others go on. */
  async function runDue(): Promise<number> {
    let total = 0;
    for (let done = -1; done !== 0; total += done) {
      done = 0;
      for (const loop of loops) done += await loop.runOnce();
    }
    return total;
  }

  /** Asks for a run, soon: after the request that asks has gone its way. */
  function nudge(): void {
    for (const loop of loops) loop.nudge();
  }

  function start(): void {
    for (const loop of loops) loop.start();
  }

  /** Takes no more work and resolves when what it holds is done, or left to others. */
  async function stop(): Promise<void> {
    await Promise.all(loops.map((loop) => loop.stop()));
  }

  return { start, stop, nudge, runDue };
}

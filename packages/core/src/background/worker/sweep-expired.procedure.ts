import { after, isPast } from "../../kernel/duration.js";
import type { Env } from "../../store/env.js";
import type { Task } from "./task-loop.js";

/**
 * Removes what has expired, in bounded batches, once in a while. Nothing depends on it: expired
 * rows are refused all the same.
 */
export function createSweep({
  store,
  clock,
  policy,
  logger,
  metrics,
}: Pick<Env, "store" | "clock" | "policy" | "logger" | "metrics">): Task {
  let nextAt: Date | null = null;
  let swept = 0;

  const retention = {
    invitations: policy.invitationMemory,
    auditEntries: policy.auditRetention,
    subscriberCalls: policy.subscriberMemory,
  };

  async function runDue(): Promise<number> {
    const now = clock.now();
    if (nextAt && !isPast(nextAt, now)) return 0;
    const removed = await store.sweep(now, policy.sweepBatch, retention);
    swept += removed;
    if (removed === 0) {
      if (swept > 0) logger.info("swept", { rows: swept });
      metrics?.sweepEnded(swept);
      swept = 0;
      nextAt = after(now, policy.sweepEvery);
    }
    return removed;
  }

  return { name: "sweep", runDue };
}

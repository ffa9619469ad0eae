import { after, isPast } from "../../kernel/duration.js";
import type { Env } from "../../store/env.js";
import type { Task } from "./task-loop.js";

/** Removes what has expired, in bounded batches, once in a while. Nothing depends on it: expired rows are refused all the same. */
export function createSweep({
  store,
  clock,
  policy,
  logger,
}: Pick<Env, "store" | "clock" | "policy" | "logger">): Task {
  let nextAt: Date | null = null;
  let swept = 0;

  const sweepBatch = async (now: Date): Promise<number> => {
    const limit = policy.sweepBatch;
    return (
      (await store.sessions.deleteExpired(now, limit)) +
      (await store.oneTimeCodes.deleteExpired(now, limit)) +
      (await store.mailedLinks.deleteExpired(now, limit)) +
      (await store.passkeyChallenges.deleteExpired(now, limit)) +
      (await store.oauthStates.deleteExpired(now, limit)) +
      (await store.failureStreaks.deleteExpired(now, limit)) +
      (await store.counters.deleteExpired(now, limit)) +
      (await store.invitations.deleteExpired(after(now, -policy.invitationMemory), limit)) +
      (await store.outbox.deleteExpiredDead(now, limit)) +
      (await store.audit.deleteBefore(after(now, -policy.auditRetention), limit))
    );
  };

  async function runDue(): Promise<number> {
    const now = clock.now();
    if (nextAt && !isPast(nextAt, now)) return 0;
    const removed = await sweepBatch(now);
    swept += removed;
    if (removed === 0) {
      if (swept > 0) logger.info("swept", { rows: swept });
      swept = 0;
      nextAt = after(now, policy.sweepEvery);
    }
    return removed;
  }

  return { name: "sweep", runDue };
}

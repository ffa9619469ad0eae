import { after } from "../../kernel/duration.js";
import type { LimiterTier, RateLimiter, RateVerdict } from "../../ports/rate-limiter.js";
import type { Env } from "../../store/env.js";
import { createMemoryWindows, type Window } from "./memory-windows.js";

const MEMORY_CAPACITY = 100_000;

/**
 * The default limiter: `auth` counted in the database, for all servers together; the other tiers in
 * this process's memory. A limit of 0 is off. A client that has used its window up is remembered
 * until the window ends, and refused without the database.
 */
export function createRateLimiter({
  store,
  digest,
  policy,
}: Pick<Env, "store" | "digest" | "policy">): RateLimiter {
  const tiers: Record<LimiterTier, { readonly limit: number; readonly windowMs: number }> = {
    auth: { limit: policy.requestsPerClient, windowMs: policy.requestsWindow },
    read: { limit: policy.readRequestsPerClient, windowMs: policy.readRequestsWindow },
    write: { limit: policy.writesPerUser, windowMs: policy.writesWindow },
  };
  const counted = {
    read: createMemoryWindows(MEMORY_CAPACITY),
    write: createMemoryWindows(MEMORY_CAPACITY),
  };
  const usedUp = createMemoryWindows(MEMORY_CAPACITY);
  const underWay = new Map<string, Promise<RateVerdict>>();

  // No spreading: every session check comes this way.
  function take(tier: LimiterTier, subject: string, now: Date): RateVerdict | Promise<RateVerdict> {
    const { limit, windowMs } = tiers[tier];
    if (limit === 0)
      return { allowed: true, limit, windowMs, remaining: 0, resetsAt: after(now, windowMs) };
    if (tier === "auth") return takeShared(subject, now);
    const { count, resetsAt } = counted[tier].count(subject, windowMs, now);
    return {
      allowed: count <= limit,
      limit,
      windowMs,
      remaining: Math.max(0, limit - count),
      resetsAt,
    };
  }

  /**
   * One at a time for each client: however many requests it sends at once, it holds one connection
   * to the database, and none once its window is used up. Those that wait share an outage.
   */
  function takeShared(client: string, now: Date): RateVerdict | Promise<RateVerdict> {
    const before = underWay.get(client);
    const known = before ? null : usedUp.find(client, now);
    if (known) return refusal(known);
    const turn = before ? before.then(() => countShared(client, now)) : countShared(client, now);
    underWay.set(client, turn);
    const leave = (): void => {
      if (underWay.get(client) === turn) underWay.delete(client);
    };
    turn.then(leave, leave);
    return turn;
  }

  async function countShared(client: string, now: Date): Promise<RateVerdict> {
    const { limit, windowMs } = tiers.auth;
    const known = usedUp.find(client, now);
    if (known) return refusal(known);
    const { spent, count, resetsAt } = await store.counters.spend(
      `requests/${digest.pseudonym(client)}`,
      limit,
      windowMs,
      now,
    );
    if (count >= limit) usedUp.keep(client, { count, resetsAt });
    return { allowed: spent, limit, windowMs, remaining: Math.max(0, limit - count), resetsAt };
  }

  const refusal = ({ resetsAt }: Window): RateVerdict => ({
    ...tiers.auth,
    allowed: false,
    remaining: 0,
    resetsAt,
  });

  return { take };
}

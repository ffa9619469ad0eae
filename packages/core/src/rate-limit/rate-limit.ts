import { after } from "../kernel/duration.js";
import type { Env } from "../ports/env.js";
import type { LimiterTier, RateLimiter, RateVerdict } from "../ports/rate-limiter.js";
import { createMemoryWindows } from "./memory-windows.js";

const MEMORY_CAPACITY = 100_000;

/** The default limiter: `auth` counted in the database, for all servers together; `look` in this process's memory. A limit of 0 is off. */
export function createRateLimiter({ store, digest, policy }: Pick<Env, "store" | "digest" | "policy">): RateLimiter {
  const look = createMemoryWindows(MEMORY_CAPACITY);
  const tiers: Record<LimiterTier, { readonly limit: number; readonly windowMs: number }> = {
    auth: { limit: policy.requestsPerClient, windowMs: policy.requestsWindow },
    look: { limit: policy.looksPerClient, windowMs: policy.looksWindow },
  };

  // No spreading: every session check comes this way.
  async function take(tier: LimiterTier, client: string, now: Date): Promise<RateVerdict> {
    const { limit, windowMs } = tiers[tier];
    if (limit === 0) return { allowed: true, limit, windowMs, remaining: 0, resetsAt: after(now, windowMs) };
    if (tier === "look") {
      const { count, resetsAt } = look(client, windowMs, now);
      return { allowed: count <= limit, limit, windowMs, remaining: Math.max(0, limit - count), resetsAt };
    }
    const { spent, count, resetsAt } = await store.counters.spend(`requests/${digest.pseudonym(client)}`, limit, windowMs, now);
    return { allowed: spent, limit, windowMs, remaining: Math.max(0, limit - count), resetsAt };
  }

  return { take };
}

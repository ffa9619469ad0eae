/**
 * `auth`: the `authIpLimiter` of the surface. `read`: routes that only read the presented session, and downloads. Both count clients.
 * `write`: state-changing requests to our own routes outside the authentication family, which counts users.
 */
export type LimiterTier = "auth" | "read" | "write";

export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly windowMs: number;
  readonly resetsAt: Date;
}

/** Counts requests per client or user. Fixed windows: traffic never extends one. */
export interface RateLimiter {
  /**
   * Counts one request of `subject`, a client's network or a user's id. Atomic: of n parallel calls exactly `limit` are allowed.
   * A promise only where the answer takes waiting. Rejects when it cannot count.
   */
  take(tier: LimiterTier, subject: string, now: Date): RateVerdict | Promise<RateVerdict>;
}

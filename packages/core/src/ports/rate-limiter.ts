/** `auth`: the `authIpLimiter` of the surface. `look`: routes that only look at a presented cookie. */
export type LimiterTier = "auth" | "look";

export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly windowMs: number;
  readonly resetsAt: Date;
}

/** Counts requests per client. Fixed windows: traffic never extends one. */
export interface RateLimiter {
  /** Counts one request of `client`. Atomic: of n parallel calls exactly `limit` are allowed. Rejects when it cannot count. */
  take(tier: LimiterTier, client: string, now: Date): Promise<RateVerdict>;
}

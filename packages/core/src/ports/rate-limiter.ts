/**
 * `auth`: requests that can try something, such as a sign-in. `read`: routes that only read the
 * presented session, reading by permission, and downloads. Both count clients. `write`:
 * state-changing requests to our own routes outside the authentication family, which counts users.
 */
export type LimiterTier = "auth" | "read" | "write";

/** Whether a request is allowed, and what is left of the window. */
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
   * Counts one request. Atomic: of n parallel calls exactly `limit` are allowed. Returns a promise
   * only when the result takes waiting; the promise rejects when the limiter cannot count.
   * @param subject the network of a client for `auth` and `read`, the id of a user for `write`
   */
  take(tier: LimiterTier, subject: string, now: Date): RateVerdict | Promise<RateVerdict>;
}

import { AuthError, type Auth, type LimiterTier, type RateVerdict } from "@acme/auth-core";
import type { HttpRequest } from "./http-message.js";
import type { Limit } from "./route.js";

const TIER: Readonly<Record<Exclude<Limit, "none">, LimiterTier>> = { "auth-ip": "auth", look: "look" };
const LIMITER_NAME = "authIpLimiter";
const RETRY_AFTER_OUTAGE_SECONDS = 1;

/** The refusal of a client that is over its limit, with what the limiter counted. */
class OverLimit extends AuthError {
  readonly verdict: RateVerdict;
  constructor(verdict: RateVerdict) {
    super("TOO_MANY_REQUESTS", { retryAt: verdict.resetsAt });
    this.verdict = verdict;
  }
}

/** Counts the request against its client. Throws `TOO_MANY_REQUESTS`, or `UNAVAILABLE` when nothing can be counted: nobody passes uncounted. */
export async function checkLimit(auth: Auth, limit: Limit, request: HttpRequest): Promise<void> {
  if (limit === "none") return;
  const verdict = await count(auth, TIER[limit], request);
  if (!verdict.allowed) {
    auth.logger.warn("excess_rate_limit_exceeded", { tier: limit, client: request.peer.ipAddress });
    throw new OverLimit(verdict);
  }
}

async function count(auth: Auth, tier: LimiterTier, request: HttpRequest): Promise<RateVerdict> {
  try {
    return await auth.rateLimiter.take(tier, request.peer.network, auth.clock.now());
  } catch (cause) {
    throw new AuthError("UNAVAILABLE", { cause });
  }
}

const secondsUntil = (instant: Date, now: Date): number => Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1_000));

/** When asking again makes sense (RFC 9110 §10.2.3), twice: the better-auth client reads the second name. */
export function retryHeaders({ code, retryAt }: AuthError, now: Date): readonly string[] {
  if (retryAt === null && code !== "BUSY" && code !== "UNAVAILABLE") return [];
  const seconds = String(retryAt ? secondsUntil(retryAt, now) : RETRY_AFTER_OUTAGE_SECONDS);
  return ["Retry-After", seconds, "X-Retry-After", seconds];
}

/** Quota and window of the limiter that refused, as draft-ietf-httpapi-ratelimit-headers spells them. */
export function limitHeaders(error: AuthError, now: Date): readonly string[] {
  if (!(error instanceof OverLimit)) return [];
  const { limit, remaining, windowMs, resetsAt } = error.verdict;
  return [
    "RateLimit-Policy",
    `"${LIMITER_NAME}";q=${limit};w=${windowMs / 1_000}`,
    "RateLimit",
    `"${LIMITER_NAME}";r=${remaining};t=${secondsUntil(resetsAt, now)}`,
  ];
}

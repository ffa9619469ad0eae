import {
  type Auth,
  AuthError,
  type Caller,
  type GrantCaller,
  type LimiterTier,
  type LogFields,
  type RateVerdict,
} from "@acme/auth-core";
import type { HttpRequest } from "./http-message.js";
import { createRefusalLog } from "./refusal-log.js";
import type { AnyRoute, Limit } from "./route.js";

const TIER: Readonly<Record<Exclude<Limit, "none">, LimiterTier>> = {
  "auth-ip": "auth",
  read: "read",
};
/** What the headers of a refusal call the limiter of each tier. */
const LIMITER_NAME: Readonly<Record<LimiterTier, string>> = {
  auth: "authIpLimiter",
  read: "authIpLimiter",
  write: "writesPerUser",
};
const RETRY_AFTER_OUTAGE_SECONDS = 1;

/** The refusal of a client or user over the limit, with what the limiter counted. */
class OverLimit extends AuthError {
  readonly tier: LimiterTier;
  readonly verdict: RateVerdict;
  constructor(tier: LimiterTier, verdict: RateVerdict) {
    super("TOO_MANY_REQUESTS", { retryAt: verdict.resetsAt });
    this.tier = tier;
    this.verdict = verdict;
  }
}

interface Counted {
  readonly tier: LimiterTier;
  readonly subject: string;
  /** What the log says of who is refused. */
  readonly who: LogFields;
}

/** Counts requests, and refuses those over the limit. */
export interface Limits {
  /**
   * Counts the request against its client.
   * @returns a promise only where counting has to wait.
   * @throws {AuthError} `TOO_MANY_REQUESTS`; `UNAVAILABLE` when the request cannot be counted, so
   * that none passes uncounted.
   */
  readonly countRequest: (
    limit: Limit,
    request: Pick<HttpRequest, "peer">,
  ) => Promise<void> | undefined;
  /**
   * Counts a state-changing request against its user, by whichever grant, or its service account,
   * whatever its outcome. Returns and throws like
   * `countRequest`.
   */
  readonly countWrite: (route: AnyRoute, caller: Caller | GrantCaller) => Promise<void> | undefined;
  /** The same for a request to an application's own route, whose guard decides what counts. */
  readonly countOwnWrite: (caller: Caller | GrantCaller) => Promise<void> | undefined;
  /**
   * Counts a preflight like the request that it announces. The preflight is answered in any case,
   * so nothing waits for the count.
   */
  readonly countPreflight: (limit: Limit, request: Pick<HttpRequest, "peer">) => void;
}

/** @param isUserWrite which routes count against the user who calls them */
export function createLimits(
  { rateLimiter, clock, logger }: Pick<Auth, "rateLimiter" | "clock" | "logger">,
  isUserWrite: (route: AnyRoute) => boolean,
): Limits {
  const noteRefusal = createRefusalLog(logger);

  function countRequest(
    limit: Limit,
    { peer }: Pick<HttpRequest, "peer">,
  ): Promise<void> | undefined {
    if (limit === "none") return undefined;
    return count({
      tier: TIER[limit],
      subject: peer.network,
      who: { tier: limit, client: peer.ipAddress },
    });
  }

  function countOwnWrite(caller: Caller | GrantCaller): Promise<void> | undefined {
    if (caller.user === null) {
      const { id } = caller.serviceAccount;
      return count({ tier: "write", subject: id, who: { tier: "write", serviceAccountId: id } });
    }
    const { id } = caller.user;
    return count({ tier: "write", subject: id, who: { tier: "write", userId: id } });
  }

  const countWrite = (route: AnyRoute, caller: Caller | GrantCaller): Promise<void> | undefined =>
    isUserWrite(route) ? countOwnWrite(caller) : undefined;

  function countPreflight(limit: Limit, { peer }: Pick<HttpRequest, "peer">): void {
    if (limit === "none") return;
    Promise.resolve()
      .then(() => takeFrom(TIER[limit], peer.network))
      .catch(() => {});
  }

  function count(counted: Counted): Promise<void> | undefined {
    const verdict = takeFrom(counted.tier, counted.subject);
    if (verdict instanceof Promise) return verdict.then((settled) => judge(counted, settled));
    judge(counted, verdict);
    return undefined;
  }

  function takeFrom(tier: LimiterTier, subject: string): RateVerdict | Promise<RateVerdict> {
    try {
      const verdict = rateLimiter.take(tier, subject, clock.now());
      return verdict instanceof Promise ? verdict.catch(cannotCount) : verdict;
    } catch (cause) {
      return cannotCount(cause);
    }
  }

  function judge({ tier, subject, who }: Counted, verdict: RateVerdict): void {
    if (verdict.allowed) return;
    noteRefusal(
      { key: `${tier}/${subject}`, fields: who, resetsAt: verdict.resetsAt },
      clock.now(),
    );
    throw new OverLimit(tier, verdict);
  }

  return { countRequest, countWrite, countOwnWrite, countPreflight };
}

function cannotCount(cause: unknown): never {
  throw new AuthError("UNAVAILABLE", { cause });
}

const secondsUntil = (instant: Date, now: Date): number =>
  Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1_000));

/**
 * When to try again (RFC 9110 §10.2.3), under two names: the better-auth client reads the second.
 */
export function retryHeaders({ code, retryAt }: AuthError, now: Date): readonly string[] {
  if (retryAt === null && code !== "BUSY" && code !== "UNAVAILABLE") return [];
  const seconds = String(retryAt ? secondsUntil(retryAt, now) : RETRY_AFTER_OUTAGE_SECONDS);
  return ["Retry-After", seconds, "X-Retry-After", seconds];
}

/**
 * Quota and window of the limiter that refused, as draft-ietf-httpapi-ratelimit-headers spells
 * them.
 */
export function limitHeaders(error: AuthError, now: Date): readonly string[] {
  if (!(error instanceof OverLimit)) return [];
  const { limit, remaining, windowMs, resetsAt } = error.verdict;
  const name = LIMITER_NAME[error.tier];
  return [
    "RateLimit-Policy",
    `"${name}";q=${limit};w=${windowMs / 1_000}`,
    "RateLimit",
    `"${name}";r=${remaining};t=${secondsUntil(resetsAt, now)}`,
  ];
}

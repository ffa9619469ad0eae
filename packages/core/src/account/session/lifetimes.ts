import { after, earlier, isPast } from "../../kernel/duration.js";
import type { Policy } from "../../kernel/policy.js";
import type { Session } from "./session-store.js";

/**
 * Returns when a session ends unless it is used again: the earlier of its idle limit and its
 * absolute limit.
 */
export function expiryOf(
  {
    authenticatedAt,
    lastSeenAt,
    remembered,
  }: Pick<Session, "authenticatedAt" | "lastSeenAt" | "remembered">,
  policy: Policy,
): Date {
  const absolute = after(authenticatedAt, policy.sessionAbsolute);
  return earlier(
    absolute,
    remembered
      ? after(lastSeenAt, policy.sessionIdle)
      : after(authenticatedAt, policy.sessionUnremembered),
  );
}

/**
 * Whether the freshness window, which counts from the last authentication and never from activity,
 * is still open. It is closed at its last instant.
 */
export const isFresh = (
  { authenticatedAt }: Pick<Session, "authenticatedAt">,
  policy: Policy,
  now: Date,
): boolean => !isPast(after(authenticatedAt, policy.sessionFreshness), now);

/** Whether the last recorded use of the session is so long ago that the present one is recorded. */
export const isTouchDue = (
  { lastSeenAt, remembered }: Pick<Session, "lastSeenAt" | "remembered">,
  policy: Policy,
  now: Date,
): boolean => remembered && isPast(after(lastSeenAt, policy.sessionTouchEvery), now);

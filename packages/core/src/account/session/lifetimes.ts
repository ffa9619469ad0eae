import { after, earlier, isPast } from "../../kernel/duration.js";
import type { Policy } from "../../kernel/policy.js";
import type { Session } from "./session-store.js";

/** When a session ends unless it is used again: the earlier of its idle and its absolute limit. */
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

/** Fresh until, and not at, the end of the freshness window. Counts from the last authentication, never from activity. */
export const isFresh = (
  { authenticatedAt }: Pick<Session, "authenticatedAt">,
  policy: Policy,
  now: Date,
): boolean => !isPast(after(authenticatedAt, policy.sessionFreshness), now);

/** Whether the session's last use was so long ago that it is written down again. */
export const isRollDue = (
  { lastSeenAt, remembered }: Pick<Session, "lastSeenAt" | "remembered">,
  policy: Policy,
  now: Date,
): boolean => remembered && isPast(after(lastSeenAt, policy.sessionRollEvery), now);

import type { Client, SessionId, UserId } from "@acme/auth-core";
import { DAILY, HOURLY } from "./limits.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

/** What wrong second proofs count against. */
export interface AttemptSubject {
  readonly kind: "session" | "browser" | "others";
  /** The counter of an hour. */
  readonly hourly: string;
  /** The counter of a day. */
  readonly daily: string;
}

/** Who tries. */
export interface Attempter {
  readonly userId: UserId;
  /** The live session that is stepped up; null of a sign-in. */
  readonly sessionId: SessionId | null;
  readonly client: Client;
}

/**
 * Returns what a proof counts against, the first that applies: the session, the browser in which the
 * user has signed in before, everybody else. So strangers spend no tries of the owner's browsers.
 */
export async function attemptSubject(
  tx: FactorTx,
  world: FactorWorld,
  { userId, sessionId, client }: Attempter,
): Promise<AttemptSubject> {
  const key = (window: string, ...parts: readonly string[]) =>
    `second-factor/${window}/${world.digest.pseudonym(parts.join(" "))}`;
  const both = (kind: AttemptSubject["kind"], ...parts: readonly string[]): AttemptSubject => ({
    kind,
    hourly: key("hour", kind, ...parts),
    daily: key("day", kind, ...parts),
  });
  if (sessionId) return both("session", sessionId);
  const browser = client.knownBrowserToken;
  if (browser && (await world.sessions.isKnownBrowser(tx, userId, client)))
    return both("browser", userId, browser.reveal());
  return { ...both("others", userId, client.network), daily: key("day", "others", userId) };
}

/** Whether a proof may be compared; otherwise from when on. */
export type AttemptVerdict =
  { readonly allowed: true } | { readonly allowed: false; readonly retryAt: Date };

/**
 * Counts a proof as wrong before it is compared. Beyond a budget nothing is counted, and nothing is
 * to be compared. A right proof is given back with `refundAttempt`.
 */
export async function spendAttempt(
  { counters }: FactorTx,
  { clock, limits }: FactorWorld,
  { hourly, daily }: AttemptSubject,
): Promise<AttemptVerdict> {
  const now = clock.now();
  const hour = await counters.spend(hourly, limits.wrongFactorsPerHour, HOURLY, now);
  if (!hour.spent) return { allowed: false, retryAt: hour.resetsAt };
  const day = await counters.spend(daily, limits.wrongFactorsPerDay, DAILY, now);
  if (day.spent) return { allowed: true };
  await counters.release(hourly);
  return { allowed: false, retryAt: day.resetsAt };
}

/** Gives a proof back that was right. */
export async function refundAttempt(
  { counters }: FactorTx,
  { hourly, daily }: AttemptSubject,
): Promise<void> {
  await counters.release(hourly);
  await counters.release(daily);
}

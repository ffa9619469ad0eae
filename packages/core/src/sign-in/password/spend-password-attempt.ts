import type { Client } from "../../kernel/client.js";
import { after, isPast } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { SessionId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { delayAfter } from "./failure-delay.js";

/**
 * The budget against which a password counts. A live session of the user has a budget of its own,
 * so that the attempts of strangers never keep the user out.
 */
export type AttemptSubject =
  | { readonly known: false; readonly email: EmailAddress; readonly client: Client }
  | { readonly known: true; readonly sessionId: SessionId };

/** `retryAt` is when the next attempt is allowed. */
export type AttemptVerdict =
  { readonly allowed: true } | { readonly allowed: false; readonly retryAt: Date };

const streakKey = ({ digest }: World, subject: AttemptSubject): string =>
  subject.known
    ? `session/${subject.sessionId}`
    : `client/${digest.pseudonym(`${subject.email} ${subject.client.network}`)}`;

const hourlyKey = ({ digest }: World, { email }: { readonly email: EmailAddress }): string =>
  `wrong-passwords/${digest.pseudonym(email)}`;

/**
 * Counts a password as wrong before it is compared. It runs in a transaction of its own, so that
 * parallel attempts cannot outrun the budget.
 */
export async function spendPasswordAttempt(
  tx: Tx,
  world: World,
  subject: AttemptSubject,
): Promise<AttemptVerdict> {
  const { clock, policy } = world;
  const now = clock.now();
  const key = streakKey(world, subject);
  const streak = await tx.failureStreaks.lock(key);
  if (streak && !isPast(streak.blockedUntil, now))
    return { allowed: false, retryAt: streak.blockedUntil };

  if (!subject.known) {
    const hourly = await tx.counters.spend(
      hourlyKey(world, subject),
      policy.passwordFailuresPerAddress,
      policy.passwordFailuresPerAddressWindow,
      now,
    );
    if (!hourly.spent) return { allowed: false, retryAt: hourly.resetsAt };
  }
  const failures = (streak && !isPast(streak.expiresAt, now) ? streak.failures : 0) + 1;
  await tx.failureStreaks.replace({
    key,
    failures,
    blockedUntil: after(now, delayAfter(failures, policy)),
    expiresAt: after(now, policy.passwordStreakMemory),
  });
  return { allowed: true };
}

/** Clears what was counted, because the password was right. */
export async function forgetPasswordFailures(
  tx: Tx,
  world: World,
  subject: AttemptSubject,
): Promise<void> {
  await tx.failureStreaks.delete(streakKey(world, subject));
  if (!subject.known) await tx.counters.reset(hourlyKey(world, subject));
}

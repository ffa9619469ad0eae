import { AuthError, type Client, type SessionId } from "@acme/auth-core";
import type { LockedUser } from "@acme/auth-core/store";
import { secondFactorErrors } from "./errors.js";
import { secondFactorEvents } from "./events.js";
import type { FactorKind } from "./factor-kinds.js";
import { codeUsed } from "./factor-mails.js";
import { recordRefusal, type RefusedFactor } from "./record-refusal.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";
import { attemptSubject, refundAttempt, spendAttempt } from "./spend-attempt.js";

/** A second proof that a user has typed. */
export interface TypedFactor {
  readonly user: LockedUser;
  readonly kind: FactorKind;
  readonly typed: string;
  /** The session that is stepped up; null of a sign-in. */
  readonly sessionId: SessionId | null;
  /** The first proof of a sign-in, or of the session. */
  readonly first: string;
  readonly client: Client;
  /** Counts one more wrong proof of the sign-in that waits, once the proof may be compared. */
  readonly countTry?: () => Promise<unknown>;
}

/**
 * Compares a second proof and uses it up. It is counted as wrong before, in the budgets of who tries.
 * Returns the refusal of one that is not right: throw it after the transaction, so that it stays
 * counted. Null: it was right.
 */
export async function compareFactor(
  tx: FactorTx,
  world: FactorWorld,
  given: TypedFactor,
): Promise<AuthError | null> {
  const { user, kind, typed, sessionId, client, countTry } = given;
  const code = kind.parse(typed);
  if (code === null) return new AuthError(kind.wrong);
  const comparison = await kind.find(tx, world, user.id);
  if (!comparison) return new AuthError(kind.missing);
  const subject = await attemptSubject(tx, world, { userId: user.id, sessionId, client });
  const verdict = await spendAttempt(tx, world, subject);
  if (!verdict.allowed) {
    await recordLock(tx, world, given, subject.kind);
    const { retryAt } = verdict;
    return new AuthError(secondFactorErrors.ACCOUNT_TEMPORARILY_LOCKED, { retryAt });
  }
  await countTry?.();
  if (!(await comparison(code))) {
    await recordRefusal(tx, world, refusedFactor(given));
    return new AuthError(kind.wrong);
  }
  await refundAttempt(tx, subject);
  if (kind.method === "recovery-code") await tellUsed(tx, world, given);
  return null;
}

const refusedFactor = ({ user, kind, sessionId, first, client }: TypedFactor): RefusedFactor => ({
  userId: user.id,
  during: sessionId ? "step-up" : "sign-in",
  method: kind.method,
  first,
  client,
});

/** Equal ones are entered once in `policy.auditRepeatsEvery`. */
async function recordLock(
  tx: FactorTx,
  { clock, digest, policy, recordEvent }: FactorWorld,
  { user, client }: TypedFactor,
  subject: string,
): Promise<void> {
  const key = `second-factor/locked/${digest.pseudonym(`${user.id} ${subject}`)}`;
  const { spent } = await tx.counters.spend(key, 1, policy.auditRepeatsEvery, clock.now());
  if (!spent) return;
  await recordEvent(tx, {
    event: secondFactorEvents["second_factor.locked"],
    userId: user.id,
    organizationId: null,
    client,
    detail: { subject },
  });
}

/** A recovery code that is used up is told, with how many are left. */
async function tellUsed(
  tx: FactorTx,
  { recordEvent, enqueueMail }: FactorWorld,
  { user, client }: TypedFactor,
): Promise<void> {
  const left = (await tx.recoveryCodes.findSet(user.id))?.left ?? 0;
  await recordEvent(tx, {
    event: secondFactorEvents["recovery_code.used"],
    userId: user.id,
    organizationId: null,
    client,
    detail: { left },
  });
  await enqueueMail(tx, { mail: codeUsed, to: user.id, data: { left }, client, by: null });
}

import {
  AuthError,
  isSuspended,
  type Secret,
  type SecretHash,
  SIGN_IN_METHODS,
} from "@acme/auth-core";
import type { LockedUser } from "@acme/auth-core/store";
import { isPast } from "@acme/auth-core/surface";
import { secondFactorErrors } from "./errors.js";
import type { PendingSignIn } from "./pending-sign-in-store.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

const TOKEN_SHAPE = /^[\w-]{43}$/;

/** Returns the hash of a cookie that could name a sign-in; null of any other, as of none. */
export const hashOfToken = (
  { digest }: Pick<FactorWorld, "digest">,
  token: Secret | null,
): SecretHash | null => (token && TOKEN_SHAPE.test(token.reveal()) ? digest.token(token) : null);

/** Returns whether the first proof of a sign-in has shown that the mailbox is the user's. */
export const provesMailbox = ({ method }: Pick<PendingSignIn, "method">): boolean =>
  Object.entries(SIGN_IN_METHODS).some(([name, row]) => name === method && row.provesMailbox);

/** A sign-in that waits, and its user, who is locked. */
export interface LockedPending {
  readonly pending: PendingSignIn;
  readonly user: LockedUser;
}

/**
 * Locks the user of the sign-in with that cookie, which must be alive, with tries left.
 * @throws {AuthError} `INVALID_TWO_FACTOR_COOKIE`, `ACCOUNT_SUSPENDED`,
 * `TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE`
 */
export async function lockPending(
  tx: FactorTx,
  { clock }: Pick<FactorWorld, "clock">,
  tokenHash: SecretHash | null,
): Promise<LockedPending> {
  const seen = tokenHash ? await tx.pendingSignIns.findByToken(tokenHash) : null;
  const user = seen ? await tx.users.lock(seen.userId) : null;
  // Once more: another request may have completed or ended it while this one waited.
  const pending = seen && user ? await tx.pendingSignIns.findByToken(seen.tokenHash) : null;
  const now = clock.now();
  if (!user || !pending || isPast(pending.expiresAt, now))
    throw new AuthError(secondFactorErrors.INVALID_TWO_FACTOR_COOKIE);
  if (isSuspended(user, now)) throw new AuthError("ACCOUNT_SUSPENDED");
  if (pending.triesLeft === 0)
    throw new AuthError(secondFactorErrors.TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE);
  return { pending, user };
}

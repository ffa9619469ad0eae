import { AuthError, isSuspended, type Secret } from "@acme/auth-core";
import { isPast } from "@acme/auth-core/surface";
import { secondFactorErrors } from "./errors.js";
import { listMethods } from "./list-methods.js";
import { hashOfToken, provesMailbox } from "./pending-token.js";
import type { PendingSignIns, PendingSignInView } from "./second-factor-api.js";
import type { SecondFactorEnv } from "./second-factor-env.js";

export function createPendingSignIns(env: SecondFactorEnv): PendingSignIns {
  const { store, clock } = env;

  async function findPending(token: Secret | null): Promise<PendingSignInView> {
    const tokenHash = hashOfToken(env, token);
    const pending = tokenHash && (await store.pendingSignIns.findByToken(tokenHash));
    const now = clock.now();
    const user = pending && (await store.users.findById(pending.userId));
    if (!pending || !user || isPast(pending.expiresAt, now))
      throw new AuthError(secondFactorErrors.INVALID_TWO_FACTOR_COOKIE);
    // Before the tries, which the suspension has spent.
    if (isSuspended(user, now)) throw new AuthError("ACCOUNT_SUSPENDED");
    if (pending.triesLeft === 0) throw new AuthError(secondFactorErrors.INVALID_TWO_FACTOR_COOKIE);
    const { userId, expiresAt } = pending;
    const recovery = provesMailbox(pending) ? await store.recoveries.findPending(userId) : null;
    return {
      methods: await listMethods(store, env, userId),
      expiresAt,
      provesMailbox: provesMailbox(pending),
      recovery:
        recovery && !isPast(recovery.expiresAt, now)
          ? { dueAt: recovery.dueAt, expiresAt: recovery.expiresAt }
          : null,
    };
  }

  async function discardPending(token: Secret | null): Promise<void> {
    const tokenHash = hashOfToken(env, token);
    if (tokenHash) await store.pendingSignIns.deleteByToken(tokenHash);
  }

  return { findPending, discardPending };
}

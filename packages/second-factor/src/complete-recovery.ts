import { AuthError, type Client, isWithheld, type Withheld } from "@acme/auth-core";
import { after, isPast } from "@acme/auth-core/surface";
import { secondFactorErrors } from "./errors.js";
import { secondFactorEvents } from "./events.js";
import { RECOVERY_MEMORY } from "./limits.js";
import type { LockedPending } from "./pending-token.js";
import { recoveryCompleted } from "./recovery-mails.js";
import { removeFactors } from "./remove-factors.js";
import type { CompletedSignIn } from "./second-factor-api.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

/**
 * Completes a way back that is due, for a sign-in that began since: the mailbox is all that is known
 * to be the owner's then, so every credential and factor is removed before the session is opened.
 * @throws {AuthError} `RECOVERY_NOT_PENDING`, `RECOVERY_NOT_DUE`
 */
export async function completeRecovery(
  tx: FactorTx,
  world: FactorWorld,
  { pending, user, client }: LockedPending & { readonly client: Client },
): Promise<CompletedSignIn | Withheld> {
  const { clock, sessions, recordEvent, enqueueMail, completeSignIn } = world;
  const now = clock.now();
  const recovery = await tx.recoveries.findPending(user.id);
  if (!recovery || isPast(recovery.expiresAt, now))
    throw new AuthError(secondFactorErrors.RECOVERY_NOT_PENDING);
  const { dueAt } = recovery;
  if (!isPast(dueAt, pending.createdAt))
    throw new AuthError(
      secondFactorErrors.RECOVERY_NOT_DUE,
      isPast(dueAt, now) ? {} : { retryAt: dueAt },
    );
  const forgetAt = after(now, RECOVERY_MEMORY);
  await tx.recoveries.end(recovery.id, { ended: "completed", endedAt: now, forgetAt });
  await removeFactors(tx, world, { user, client, because: "recovery" });
  await sessions.removePlantable(tx, user, client);
  await tx.users.markRecoveryDue(user.id, null);
  await recordEvent(tx, {
    event: secondFactorEvents["recovery.completed"],
    userId: user.id,
    organizationId: null,
    client,
    detail: { recoveryId: recovery.id },
  });
  const told = { to: user.id, data: {}, client, by: "mailbox" } as const;
  await enqueueMail(tx, { ...told, mail: recoveryCompleted });
  // As the rows say it now: without a second factor.
  const owner = await tx.users.lock(user.id);
  if (!owner) throw new AuthError(secondFactorErrors.INVALID_TWO_FACTOR_COOKIE);
  const { method, remembered, redirectTo } = pending;
  const authentication = { user: owner, method, client };
  const signedIn = await completeSignIn(
    tx,
    remembered === null ? authentication : { ...authentication, remembered },
  );
  return isWithheld(signedIn) ? signedIn : { during: "sign-in", signedIn, redirectTo };
}

import { AuthError, type Client } from "@acme/auth-core";
import type { LockedUser } from "@acme/auth-core/store";
import { after, isPast } from "@acme/auth-core/surface";
import { secondFactorErrors } from "./errors.js";
import { secondFactorEvents } from "./events.js";
import { expireRecovery } from "./expire-recovery.js";
import { RECOVERY_MEMORY } from "./limits.js";
import type { LockedPending } from "./pending-token.js";
import type { Recovery, RecoveryEnd } from "./recovery-store.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";
import type { RecoveryId } from "./second-factor-ids.js";
import { enqueueNextMail, mailRecovery } from "./tell-recovery.js";

/**
 * Begins the way back of a user, or returns the one that is under way. The user is told by mail, now
 * and until it ends.
 * @returns the refusal within the pause after a veto and beyond the starts of a user: throw it after
 * the transaction
 */
export async function startRecovery(
  tx: FactorTx,
  world: FactorWorld,
  { user, client }: LockedPending & { readonly client: Client },
): Promise<Recovery | AuthError> {
  const { clock, random, limits, recordEvent } = world;
  const now = clock.now();
  const pending = await tx.recoveries.findPending(user.id);
  if (pending && !isPast(pending.expiresAt, now)) return pending;
  if (pending) await expireRecovery(tx, world, pending);
  const retryAt = await pausedUntil(tx, world, user);
  if (retryAt) return new AuthError(secondFactorErrors.RECOVERY_VETOED, { retryAt });
  const dueAt = after(now, limits.recoveryWait);
  const recovery: Recovery = {
    id: random.id<RecoveryId>(),
    userId: user.id,
    startedAt: now,
    dueAt,
    expiresAt: after(dueAt, limits.recoveryWindow),
    endedAt: null,
    ended: null,
    forgetAt: null,
    ipAddress: client.ipAddress,
    userAgent: client.userAgent,
  };
  await tx.recoveries.insert(recovery);
  await tx.users.markRecoveryDue(user.id, dueAt);
  await recordEvent(tx, {
    event: secondFactorEvents["recovery.started"],
    userId: user.id,
    organizationId: null,
    client,
    detail: { recoveryId: recovery.id },
  });
  await mailRecovery(tx, world, recovery);
  await enqueueNextMail(tx, world, recovery);
  return recovery;
}

const VETOES: ReadonlySet<RecoveryEnd | null> = new Set(["link", "session", "proof", "operator"]);

/** Returns from when on the user may begin another way back; null: at once. */
async function pausedUntil(
  tx: FactorTx,
  { clock, limits }: FactorWorld,
  { id }: LockedUser,
): Promise<Date | null> {
  const now = clock.now();
  const { recoveryWait, recoveryWindow, recoveriesPerUser, recoveryPause } = limits;
  const back = RECOVERY_MEMORY + recoveryWait + recoveryWindow;
  const known = await tx.recoveries.listSince(id, after(now, -back));
  const pauses = known.flatMap(({ ended, endedAt }) =>
    endedAt && VETOES.has(ended) ? [after(endedAt, recoveryPause)] : [],
  );
  // Newest first: once this one is forgotten there is room for one more.
  const oldest = known[recoveriesPerUser - 1];
  if (oldest) pauses.push(after(oldest.startedAt, RECOVERY_MEMORY));
  const latest = Math.max(...pauses.map((end) => end.getTime()));
  return latest > now.getTime() ? new Date(latest) : null;
}

import type { Client } from "@acme/auth-core";
import type { LockedUser } from "@acme/auth-core/store";
import { after, isPast } from "@acme/auth-core/surface";
import { secondFactorEvents } from "./events.js";
import { expireRecovery } from "./expire-recovery.js";
import { RECOVERY_MEMORY } from "./limits.js";
import { recoveryVetoed } from "./recovery-mails.js";
import type { VetoReason } from "./recovery-store.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

/** Who stops a way back, and why. */
export interface StoppedRecovery {
  readonly user: Pick<LockedUser, "id">;
  readonly ended: VetoReason;
  readonly client: Client | null;
}

/**
 * Stops the way back of a user that is under way, with the sign-ins that wait, and tells the user by
 * mail. One whose time is over has ended by itself. The row of the user is locked. Returns false when
 * there is none.
 */
export async function endRecovery(
  tx: FactorTx,
  world: FactorWorld,
  { user, ended, client }: StoppedRecovery,
): Promise<boolean> {
  const { clock, recordEvent, enqueueMail } = world;
  const recovery = await tx.recoveries.findPending(user.id);
  if (!recovery) return false;
  const now = clock.now();
  if (isPast(recovery.expiresAt, now)) {
    await expireRecovery(tx, world, recovery);
    return false;
  }
  const end = { ended, endedAt: now, forgetAt: after(now, RECOVERY_MEMORY) };
  await tx.recoveries.end(recovery.id, end);
  await tx.users.markRecoveryDue(user.id, null);
  await tx.pendingSignIns.deleteFor(user.id);
  await recordEvent(tx, {
    event: secondFactorEvents["recovery.vetoed"],
    userId: user.id,
    organizationId: null,
    client,
    detail: { recoveryId: recovery.id, because: ended },
  });
  const data = { startedAt: recovery.startedAt.toISOString() };
  await enqueueMail(tx, { mail: recoveryVetoed, to: user.id, data, client: null, by: null });
  return true;
}

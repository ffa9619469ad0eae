import { after } from "@acme/auth-core/surface";
import { secondFactorEvents } from "./events.js";
import { RECOVERY_MEMORY } from "./limits.js";
import type { Recovery } from "./recovery-store.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

/** Ends a way back that no one has completed in time. The row of the user is locked. */
export async function expireRecovery(
  tx: FactorTx,
  { clock, recordEvent }: FactorWorld,
  { id, userId }: Recovery,
): Promise<void> {
  const now = clock.now();
  const end = { ended: "expired", endedAt: now, forgetAt: after(now, RECOVERY_MEMORY) } as const;
  if (!(await tx.recoveries.end(id, end))) return;
  await tx.users.markRecoveryDue(userId, null);
  await recordEvent(tx, {
    event: secondFactorEvents["recovery.expired"],
    userId,
    organizationId: null,
    client: null,
    detail: { recoveryId: id },
  });
}

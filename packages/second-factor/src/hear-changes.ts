import { AuthError, type Hearer, type UserId } from "@acme/auth-core";
import { endRecovery } from "./end-recovery.js";
import { secondFactorErrors } from "./errors.js";
import type { VetoReason } from "./recovery-store.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

/** What ends a way back, by the event that says it. */
const ENDS: Readonly<Record<string, VetoReason>> = {
  "email.changed": "session",
  "user.suspended": "operator",
};

/**
 * Keeps an enrolled user from removing the last factor, and ends the way back of a user whose
 * mailbox is another one, or who is suspended.
 */
export const hearChanges = (world: FactorWorld): Hearer<FactorTx> => ({
  async hear(tx, { event: { event, userId } }) {
    if (!userId) return;
    if (event === "passkey.removed") await requireFactorLeft(tx, userId);
    const ended = ENDS[event];
    if (ended) await endRecovery(tx, world, { user: { id: userId }, ended, client: null });
  },
});

/** @throws {AuthError} `LAST_SECOND_FACTOR` */
async function requireFactorLeft(tx: FactorTx, userId: UserId): Promise<void> {
  const user = await tx.users.findById(userId);
  if (!user?.secondFactorSince || (await tx.totpSecrets.find(userId))) return;
  const left = await tx.passkeys.listByUser(userId);
  if (!left.some(({ uvInitialized }) => uvInitialized))
    throw new AuthError(secondFactorErrors.LAST_SECOND_FACTOR);
}

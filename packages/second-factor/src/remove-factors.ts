import type { Client } from "@acme/auth-core";
import type { LockedUser } from "@acme/auth-core/store";
import { endRecovery } from "./end-recovery.js";
import { secondFactorEvents } from "./events.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

/** Whose factors go, and why. */
export interface RemovedFactors {
  readonly user: LockedUser;
  readonly client: Client | null;
  readonly because: "user" | "operator" | "recovery";
  /** Who does it as an operator, and why. Default: no operator does. */
  readonly operator?: string;
}

/** Removes every factor of a user but the passkeys, who has none from then on. */
export async function removeFactors(
  tx: FactorTx,
  world: FactorWorld,
  { user, client, because, operator }: RemovedFactors,
): Promise<void> {
  await tx.totpSecrets.delete(user.id);
  await tx.recoveryCodes.deleteFor(user.id);
  await tx.totpEnrolments.delete(user.id);
  if (user.recoveryDueAt && because !== "recovery")
    await endRecovery(tx, world, { user, ended: because === "user" ? "proof" : because, client });
  await tx.users.markEnrolled(user.id, null);
  await world.recordEvent(tx, {
    event: secondFactorEvents["second_factor.disabled"],
    userId: user.id,
    organizationId: null,
    client,
    ...(operator === undefined ? {} : { operator }),
    detail: { because },
  });
}

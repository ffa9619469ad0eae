import type { UserId } from "@acme/auth-core";
import { openTotpSecret } from "./seal-secret.js";
import type { SecondFactorMethod } from "./second-factor-api.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

type Reads = Pick<FactorTx, "totpSecrets" | "passkeys" | "recoveryCodes">;

/**
 * Returns what completes a sign-in of the user now. A passkey that counts as one is none: its
 * sign-in would only be withheld again.
 */
export async function listMethods(
  tx: Reads,
  world: Pick<FactorWorld, "random" | "sealer">,
  userId: UserId,
): Promise<readonly SecondFactorMethod[]> {
  const totp = await tx.totpSecrets.find(userId);
  const passkeys = await tx.passkeys.listByUser(userId);
  const codes = await tx.recoveryCodes.findSet(userId);
  return [
    ...(totp && openTotpSecret(world, totp, "totp") ? (["totp"] as const) : []),
    ...(passkeys.some(({ uvInitialized }) => uvInitialized) ? (["passkey"] as const) : []),
    ...(codes ? (["recovery-code"] as const) : []),
  ];
}

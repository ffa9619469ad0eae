import { RESEALED_AT_ONCE } from "./limits.js";
import { openTotpSecret, presentKey, sealTotpSecret } from "./seal-secret.js";
import type { FactorRotation } from "./second-factor-api.js";
import type { SecondFactorEnv } from "./second-factor-env.js";
import type { TotpSecret } from "./totp-secret-store.js";

export function createFactorRotation(env: SecondFactorEnv): FactorRotation {
  const { store, logger } = env;

  /** Returns the secret under the newest key; null when no configured key opens it. */
  function sealedAnew(stored: TotpSecret): string | null {
    const secret = openTotpSecret(env, stored, "totp");
    return secret && sealTotpSecret(env, { secret, userId: stored.userId, as: "totp" });
  }

  const resealSecrets: FactorRotation["resealSecrets"] = async (after) => {
    const batch = await store.totpSecrets.listSealedByOthers(
      presentKey(env),
      after,
      RESEALED_AT_ONCE,
    );
    const anew = batch.flatMap((stored) => {
      const sealed = sealedAnew(stored);
      return sealed === null ? [] : [{ ...stored, sealed }];
    });
    // Each counts only while it is what was opened: a right code may have sealed it meanwhile.
    const resealed = await store.transaction(async (tx) => {
      let count = 0;
      for (const { userId, sealedSecret, sealed } of anew)
        if (await tx.totpSecrets.reseal(userId, sealedSecret, sealed)) count++;
      return count;
    });
    const unreadable = batch.length - anew.length;
    if (batch.length > 0) logger.info("totp_resealed", { resealed, unreadable });
    const last = batch.length < RESEALED_AT_ONCE ? undefined : batch.at(-1);
    return { resealed, unreadable, next: last?.userId ?? null };
  };

  return { resealSecrets };
}

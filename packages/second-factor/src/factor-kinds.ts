import type { ApplicationError, UserId } from "@acme/auth-core";
import { secondFactorErrors } from "./errors.js";
import { hashRecoveryCode, parseRecoveryCode } from "./recovery-code.js";
import { haveOneKey, openTotpSecret, sealTotpSecret } from "./seal-secret.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";
import { matchingStep, parseTotpCode } from "./totp.js";
import type { TotpSecret } from "./totp-secret-store.js";

/** Uses a code up. Returns whether it was right. */
export type CodeComparison = (code: string) => Promise<boolean>;

/** One kind of second proof that is typed. */
export interface FactorKind {
  readonly method: "totp" | "recovery-code";
  /** What a wrong code is refused with, and one that is none. */
  readonly wrong: ApplicationError;
  /** What a user is refused with who has none of the kind. */
  readonly missing: ApplicationError;
  /** Returns what the user typed in its one spelling; null when it can be no code. */
  readonly parse: (typed: string) => string | null;
  /** Returns how a code of the user is compared; null when the user has none of the kind. */
  readonly find: (
    tx: FactorTx,
    world: FactorWorld,
    userId: UserId,
  ) => Promise<CodeComparison | null>;
}

/** A code of the authenticator app that counts. */
export const TOTP: FactorKind = {
  method: "totp",
  wrong: secondFactorErrors.INVALID_CODE,
  missing: secondFactorErrors.TOTP_NOT_ENABLED,
  parse: parseTotpCode,
  async find(tx, world, userId) {
    const stored = await tx.totpSecrets.find(userId);
    if (!stored) return null;
    const secret = openTotpSecret(world, stored, "totp");
    if (secret) return (code) => useTotp(tx, world, { stored, secret, code });
    world.logger.error("totp_unreadable", { userId });
    return null;
  },
};

/** A recovery code. */
export const RECOVERY_CODE: FactorKind = {
  method: "recovery-code",
  wrong: secondFactorErrors.INVALID_BACKUP_CODE,
  missing: secondFactorErrors.BACKUP_CODES_NOT_ENABLED,
  parse: parseRecoveryCode,
  find: async (tx, world, userId) =>
    (await tx.recoveryCodes.findSet(userId)) &&
    ((code) => tx.recoveryCodes.consume(userId, hashRecoveryCode(world, userId, code))),
};

interface TypedTotp {
  readonly stored: TotpSecret;
  readonly secret: Uint8Array;
  readonly code: string;
}

/** Each step counts once, ever; a right code re-seals the secret under the newest key. */
async function useTotp(
  tx: FactorTx,
  world: FactorWorld,
  { stored, secret, code }: TypedTotp,
): Promise<boolean> {
  const { userId, sealedSecret } = stored;
  const now = world.clock.now();
  const window = world.limits.totpWindow;
  const step = matchingStep(world.hmac, { secret, code, now, window });
  if (step === null || !(await tx.totpSecrets.useStep(userId, step))) return false;
  const sealed = sealTotpSecret(world, { secret, userId, as: "totp" });
  if (!haveOneKey(sealed, sealedSecret)) await tx.totpSecrets.reseal(userId, sealedSecret, sealed);
  return true;
}

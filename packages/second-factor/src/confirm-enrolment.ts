import { AuthError, type Caller, type Client } from "@acme/auth-core";
import type { LockedUser } from "@acme/auth-core/store";
import { isPast } from "@acme/auth-core/surface";
import { countFactor } from "./count-factor.js";
import type { TotpEnrolment } from "./enrolment-store.js";
import { secondFactorErrors } from "./errors.js";
import { recordRefusal } from "./record-refusal.js";
import { openTotpSecret, sealTotpSecret } from "./seal-secret.js";
import type { ProvenSession } from "./second-factor-api.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";
import { matchingStep, parseTotpCode } from "./totp.js";

/** Returns the enrolment that the caller's session has begun, while it lives. */
export async function findOwnEnrolment(
  tx: Pick<FactorTx, "totpEnrolments">,
  { clock }: Pick<FactorWorld, "clock">,
  { user, session }: Caller,
): Promise<TotpEnrolment | null> {
  const enrolment = await tx.totpEnrolments.find(user.id);
  const isLive =
    enrolment?.sessionId === session.id &&
    enrolment.triesLeft > 0 &&
    !isPast(enrolment.expiresAt, clock.now());
  return isLive ? enrolment : null;
}

/** The first code of an app that is being set up. */
export interface EnrolmentCode {
  readonly caller: Caller;
  readonly user: LockedUser;
  readonly enrolment: TotpEnrolment;
  readonly typed: string;
  readonly client: Client;
}

/**
 * Lets the app and its recovery codes count, once the app has shown a right code: the earlier ones
 * die, and so does the code's step. Returns the refusal of a wrong one, which stays counted.
 */
export async function confirmEnrolment(
  tx: FactorTx,
  world: FactorWorld,
  { caller, user, enrolment, typed, client }: EnrolmentCode,
): Promise<AuthError | ProvenSession> {
  const wrong = new AuthError(secondFactorErrors.INVALID_CODE);
  const code = parseTotpCode(typed);
  if (code === null) return wrong;
  const secret = openTotpSecret(world, enrolment, "enrolment");
  if (!secret) return new AuthError(secondFactorErrors.TOTP_NOT_ENABLED);
  const now = world.clock.now();
  const window = world.limits.totpWindow;
  const step = matchingStep(world.hmac, { secret, code, now, window });
  if (step === null) {
    await tx.totpEnrolments.spendTry(user.id);
    const { authenticatedBy: first } = caller.session;
    const refused = {
      userId: user.id,
      during: "enrolment",
      method: "totp",
      first,
      client,
    } as const;
    await recordRefusal(tx, world, refused);
    return wrong;
  }
  await tx.totpEnrolments.delete(user.id);
  await tx.totpSecrets.replace({
    userId: user.id,
    sealedSecret: sealTotpSecret(world, { secret, userId: user.id, as: "totp" }),
    lastStep: step,
    confirmedAt: now,
    createdAt: enrolment.createdAt,
  });
  const { codeHashes: hashes } = enrolment;
  const renewed = await countFactor(tx, world, { caller, user, client, method: "totp", hashes });
  return { ...renewed, during: "enrolment", user: caller.user };
}

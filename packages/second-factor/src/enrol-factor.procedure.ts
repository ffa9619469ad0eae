import { AuthError, type Client, type FreshCaller } from "@acme/auth-core";
import { after, challengeOf, meetsDemand } from "@acme/auth-core/surface";
import { createFactorChanges } from "./change-factors.procedure.js";
import { findOwnEnrolment } from "./confirm-enrolment.js";
import { countFactor } from "./count-factor.js";
import { secondFactorErrors } from "./errors.js";
import { HOURLY } from "./limits.js";
import { mintRecoveryCodes } from "./recovery-code.js";
import { mintTotpSecret, openTotpSecret, sealTotpSecret } from "./seal-secret.js";
import type {
  EnabledPasskey,
  EnableInput,
  Enrolling,
  PasswordGiven,
  StartedTotp,
} from "./second-factor-api.js";
import type { FactorTx, FactorWorld, SecondFactorEnv } from "./second-factor-env.js";
import { totpUri } from "./totp-uri.js";

export function createEnrolling(env: SecondFactorEnv): Enrolling {
  const { store, clock, policy, sessions, logger } = env;
  const labelOf = ({ user }: FreshCaller) => ({ appName: env.appName, email: user.email });

  async function enable(
    caller: FreshCaller,
    { method, replace, password }: EnableInput,
    client: Client,
  ): Promise<StartedTotp | EnabledPasskey> {
    const { user } = caller;
    if (method === "otp") throw new AuthError(secondFactorErrors.OTP_NOT_CONFIGURED);
    if (!user.emailVerified) throw new AuthError("EMAIL_VERIFICATION_REQUIRED");
    await sessions.checkOwnPassword(caller, password, client);
    await sessions.requireProved(caller);
    const mayReplace = replace && method === "totp";
    if (!mayReplace && (await store.totpSecrets.find(user.id)))
      throw new AuthError(secondFactorErrors.TOTP_ALREADY_ENABLED);
    return method === "totp" ? startTotp(caller) : enablePasskeys(caller, client);
  }

  async function startTotp(caller: FreshCaller): Promise<StartedTotp> {
    const { id: userId } = caller.user;
    const secret = mintTotpSecret(env);
    const { codes: backupCodes, hashes } = mintRecoveryCodes(env, userId);
    await store.transaction(async (tx) => {
      await sessions.lockCaller(tx, caller);
      await spendStart(tx, env, userId);
      const now = clock.now();
      await tx.totpEnrolments.replace({
        userId,
        sessionId: caller.session.id,
        sealedSecret: sealTotpSecret(env, { secret, userId, as: "enrolment" }),
        codeHashes: hashes,
        triesLeft: env.limits.enrolmentTries,
        createdAt: now,
        expiresAt: after(now, env.limits.enrolmentLifetime),
      });
    });
    logger.info("second_factor_enrolment_started", { userId });
    return { method: "totp", totpUri: totpUri(secret, labelOf(caller)), backupCodes };
  }

  async function enablePasskeys(caller: FreshCaller, client: Client): Promise<EnabledPasskey> {
    const { user, session } = caller;
    const passkeys = await store.passkeys.listByUser(user.id);
    if (!passkeys.some(({ uvInitialized }) => uvInitialized))
      throw new AuthError("SECOND_FACTOR_NOT_ENROLLED");
    const isByPasskey = session.authenticatedBy === "passkey" && session.methods === "passkey";
    const recent = { factors: 2, within: policy.factorFreshness } as const;
    if (!isByPasskey || meetsDemand(caller, recent, clock.now()) !== null)
      throw new AuthError("INSUFFICIENT_USER_AUTHENTICATION", { challenge: challengeOf(recent) });
    const { codes: backupCodes, hashes } = mintRecoveryCodes(env, user.id);
    const renewed = await store.transaction(async (tx) => {
      const locked = await sessions.lockCaller(tx, caller);
      await spendStart(tx, env, user.id);
      const counted = { caller, user: locked, client, method: "passkey", hashes } as const;
      return countFactor(tx, env, counted);
    });
    env.nudge("mail");
    logger.info("second_factor_enabled", { userId: user.id, method: "passkey" });
    return { ...renewed, method: "passkey", backupCodes };
  }

  async function getTotpUri(caller: FreshCaller, { password }: PasswordGiven, client: Client) {
    await sessions.checkOwnPassword(caller, password, client);
    const enrolment = await findOwnEnrolment(store, env, caller);
    const secret = enrolment && openTotpSecret(env, enrolment, "enrolment");
    if (secret) return totpUri(secret, labelOf(caller));
    const isConfirmed = (await store.totpSecrets.find(caller.user.id)) !== null;
    const { TOTP_ALREADY_ENABLED, TOTP_NOT_ENABLED } = secondFactorErrors;
    throw new AuthError(isConfirmed ? TOTP_ALREADY_ENABLED : TOTP_NOT_ENABLED);
  }

  return { enable, getTotpUri, ...createFactorChanges(env) };
}

/** @throws {AuthError} `TOO_MANY_REQUESTS` */
async function spendStart(
  tx: FactorTx,
  { clock, digest, limits }: FactorWorld,
  userId: string,
): Promise<void> {
  const key = `second-factor/enrolments/${digest.pseudonym(userId)}`;
  const now = clock.now();
  const { spent, resetsAt } = await tx.counters.spend(key, limits.enrolmentsPerHour, HOURLY, now);
  if (!spent) throw new AuthError("TOO_MANY_REQUESTS", { retryAt: resetsAt });
}

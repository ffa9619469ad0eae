import { AuthError, type Client, type FreshCaller, type RenewedSession } from "@acme/auth-core";
import { after } from "@acme/auth-core/surface";
import { findOwnEnrolment } from "./confirm-enrolment.js";
import { countFactor, replaceCodes } from "./count-factor.js";
import { secondFactorErrors } from "./errors.js";
import { secondFactorEvents } from "./events.js";
import { codesReplaced, disabled } from "./factor-mails.js";
import { HOURLY } from "./limits.js";
import { mintRecoveryCodes } from "./recovery-code.js";
import { removeFactors } from "./remove-factors.js";
import { insufficient, isRecentlyProved, requireProved } from "./require-proved.js";
import { mintTotpSecret, openTotpSecret, sealTotpSecret } from "./seal-secret.js";
import type {
  EnabledPasskey,
  EnableInput,
  Enrolling,
  NewBackupCodes,
  PasswordGiven,
  StartedTotp,
} from "./second-factor-api.js";
import type { FactorTx, FactorWorld, SecondFactorEnv } from "./second-factor-env.js";
import { totpUri } from "./totp-uri.js";

export function createEnrolling(env: SecondFactorEnv): Enrolling {
  const { store, clock, policy, sessions, logger } = env;
  const ages = () => ({ policy, now: clock.now() });
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
    requireProved(caller, ages());
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
    if (!isByPasskey || !isRecentlyProved(session, ages())) throw insufficient({ policy });
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

  async function generateBackupCodes(
    caller: FreshCaller,
    { password }: PasswordGiven,
    client: Client,
  ): Promise<NewBackupCodes> {
    const { id: userId } = caller.user;
    await requireChange(caller, password, client);
    const { codes: backupCodes, hashes } = mintRecoveryCodes(env, userId);
    const renewed = await store.transaction(async (tx) => {
      const user = await sessions.lockCaller(tx, caller);
      if (!user.secondFactorSince) throw new AuthError(secondFactorErrors.TWO_FACTOR_NOT_ENABLED);
      await replaceCodes(tx, env, userId, hashes);
      const change = { user, client, factor: "kept", others: "end" } as const;
      const left = await sessions.renewSession(tx, caller, change);
      const event = secondFactorEvents["recovery_codes.replaced"];
      const detail = { left: hashes.length };
      await env.recordEvent(tx, { event, userId, organizationId: null, client, detail });
      const told = { to: userId, data: {}, client, by: "session" } as const;
      await env.enqueueMail(tx, { ...told, mail: codesReplaced });
      return left;
    });
    env.nudge("mail");
    logger.info("recovery_codes_replaced", { userId });
    return { ...renewed, backupCodes };
  }

  async function disable(
    caller: FreshCaller,
    { password }: PasswordGiven,
    client: Client,
  ): Promise<RenewedSession | null> {
    const { user, session } = caller;
    if (!caller.secondFactor.since && (await store.totpEnrolments.delete(user.id))) return null;
    await requireChange(caller, password, client);
    // A passkey that counts as two has shown both at once, and stays.
    const isByPasskey = session.methods === "passkey" && session.secondFactorAt !== null;
    const renewed = await store.transaction(async (tx) => {
      const locked = await sessions.lockCaller(tx, caller);
      await removeFactors(tx, env, { user: locked, client, because: "user" });
      const factor = isByPasskey ? "kept" : "none";
      const change = { user: locked, client, factor, others: "end" } as const;
      const left = await sessions.renewSession(tx, caller, change);
      const told = { to: user.id, data: { because: "user" }, client, by: "session" } as const;
      await env.enqueueMail(tx, { ...told, mail: disabled });
      return left;
    });
    env.nudge("mail");
    logger.info("second_factor_disabled", { userId: user.id });
    return renewed;
  }

  /** What a change of factors asks of a user who has one. */
  async function requireChange(
    caller: FreshCaller,
    password: PasswordGiven["password"],
    client: Client,
  ): Promise<void> {
    if (!caller.secondFactor.since) throw new AuthError(secondFactorErrors.TWO_FACTOR_NOT_ENABLED);
    await sessions.checkOwnPassword(caller, password, client);
    requireProved(caller, ages());
  }

  return { enable, getTotpUri, generateBackupCodes, disable };
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

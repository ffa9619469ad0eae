import { AuthError, type Client, type FreshCaller, type RenewedSession } from "@acme/auth-core";
import { replaceCodes } from "./count-factor.js";
import { secondFactorErrors } from "./errors.js";
import { secondFactorEvents } from "./events.js";
import { codesReplaced, disabled } from "./factor-mails.js";
import { mintRecoveryCodes } from "./recovery-code.js";
import { removeFactors } from "./remove-factors.js";
import type { Enrolling, NewBackupCodes, PasswordGiven } from "./second-factor-api.js";
import type { SecondFactorEnv } from "./second-factor-env.js";

/** What an enrolled user changes. */
export function createFactorChanges(
  env: SecondFactorEnv,
): Pick<Enrolling, "generateBackupCodes" | "disable"> {
  const { store, sessions, logger } = env;

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
    await sessions.requireProved(caller);
  }

  return { generateBackupCodes, disable };
}

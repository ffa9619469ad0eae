import { AuthError } from "@acme/auth-core";
import type { LockedUser } from "@acme/auth-core/store";
import { disabled } from "./factor-mails.js";
import { removeFactors } from "./remove-factors.js";
import type { FactorResets } from "./second-factor-api.js";
import type { FactorTx, SecondFactorEnv } from "./second-factor-env.js";

export function createFactorResets(env: SecondFactorEnv): FactorResets {
  const { store, sessions, enqueueMail, logger, nudge } = env;

  const resetFactors: FactorResets["resetFactors"] = async (
    userId,
    { operator, passkeys = false },
  ) => {
    const isDone = await store.transaction(async (tx) => {
      const user = await tx.users.lock(userId);
      if (!user) throw new AuthError("USER_NOT_FOUND");
      if (!(await hasFactors(tx, user, passkeys))) return false;
      await removeFactors(tx, env, { user, client: null, because: "operator", operator });
      if (passkeys) await tx.passkeys.deleteFor(userId);
      await sessions.endAllSessions(tx, user);
      const told = { to: userId, client: null, by: "operator" } as const;
      await enqueueMail(tx, { ...told, mail: disabled, data: { because: "operator" } });
      return true;
    });
    if (!isDone) return false;
    nudge("mail");
    logger.warn("second_factor_reset", { userId, passkeys });
    return true;
  };

  return { resetFactors };
}

/** Whether there is anything to remove; an app that is being set up is, too. */
const hasFactors = async (tx: FactorTx, user: LockedUser, passkeys: boolean): Promise<boolean> =>
  user.secondFactorSince !== null ||
  user.recoveryDueAt !== null ||
  (await tx.totpEnrolments.find(user.id)) !== null ||
  (passkeys && (await tx.passkeys.countByUser(user.id)) > 0);

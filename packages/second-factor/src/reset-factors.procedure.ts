import { AuthError } from "@acme/auth-core";
import { disabled } from "./factor-mails.js";
import { removeFactors } from "./remove-factors.js";
import type { FactorResets } from "./second-factor-api.js";
import type { SecondFactorEnv } from "./second-factor-env.js";

export function createFactorResets(env: SecondFactorEnv): FactorResets {
  const { store, sessions, enqueueMail, logger, nudge } = env;

  const resetFactors: FactorResets["resetFactors"] = async (
    userId,
    { operator, passkeys = false },
  ) => {
    await store.transaction(async (tx) => {
      const user = await tx.users.lock(userId);
      if (!user) throw new AuthError("USER_NOT_FOUND");
      await removeFactors(tx, env, { user, client: null, because: "operator", operator });
      if (passkeys) await tx.passkeys.deleteFor(userId);
      await sessions.endAllSessions(tx, user);
      const told = { to: userId, client: null, by: "operator" } as const;
      await enqueueMail(tx, { ...told, mail: disabled, data: { because: "operator" } });
    });
    nudge("mail");
    logger.warn("second_factor_reset", { userId, passkeys });
  };

  return { resetFactors };
}

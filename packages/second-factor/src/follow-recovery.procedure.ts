import { type FeatureJob, toId } from "@acme/auth-core";
import { isPast } from "@acme/auth-core/surface";
import { expireRecovery } from "./expire-recovery.js";
import { RECOVERY_MEMORY } from "./limits.js";
import type { SecondFactorEnv, SecondFactorStores } from "./second-factor-env.js";
import type { RecoveryId } from "./second-factor-ids.js";
import { enqueueNextMail, mailRecovery } from "./tell-recovery.js";

/** Tells the user of a way back again, or ends one that was not completed in time. */
export const recoveryJob = (env: SecondFactorEnv): FeatureJob<SecondFactorStores> => ({
  async carryOut({ job }) {
    const seen = await env.store.recoveries.find(toId<RecoveryId>(job.subject));
    if (!seen) return;
    await env.store.transaction(async (tx) => {
      const user = await tx.users.lock(seen.userId);
      const recovery = user && (await tx.recoveries.find(seen.id));
      const now = env.clock.now();
      if (!recovery || recovery.ended) return;
      if (isPast(recovery.expiresAt, now)) return expireRecovery(tx, env, recovery);
      // A job may be carried out twice, and its mail goes out once.
      const key = `second-factor/told/${recovery.id}/${String(job.payload?.["at"])}`;
      if (!(await tx.counters.spend(key, 1, RECOVERY_MEMORY, now)).spent) return;
      await mailRecovery(tx, env, recovery);
      await enqueueNextMail(tx, env, recovery);
    });
    env.nudge("mail");
  },
});

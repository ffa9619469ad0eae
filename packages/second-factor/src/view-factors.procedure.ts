import { type Caller, methodsOf, type UserId } from "@acme/auth-core";
import { isPast } from "@acme/auth-core/surface";
import type { Factors, FactorViews } from "./second-factor-api.js";
import type { SecondFactorEnv } from "./second-factor-env.js";

export function createFactorViews(env: SecondFactorEnv): FactorViews {
  const { store, clock } = env;

  async function factors(caller: Caller): Promise<Factors> {
    const { user, session, secondFactor } = caller;
    const totp = await store.totpSecrets.find(user.id);
    const passkeys = await store.passkeys.listByUser(user.id);
    const enrolment = await store.totpEnrolments.find(user.id);
    const recovery = secondFactor.recoveryDueAt && (await store.recoveries.findPending(user.id));
    const organizations = await store.organizations.listByUser(user.id);
    const now = clock.now();
    const isSettingUp =
      enrolment !== null && enrolment.triesLeft > 0 && !isPast(enrolment.expiresAt, now);
    return {
      enabled: secondFactor.since !== null,
      since: secondFactor.since,
      totp: totp && { confirmedAt: totp.confirmedAt },
      passkeys: {
        count: passkeys.length,
        countingAsTwo: passkeys.filter(({ uvInitialized }) => uvInitialized).length,
        backedUp: passkeys.filter(({ backedUp }) => backedUp).length,
      },
      recoveryCodes: await store.recoveryCodes.findSet(user.id),
      enrolment: isSettingUp ? { expiresAt: enrolment.expiresAt } : null,
      recovery:
        recovery && !isPast(recovery.expiresAt, now)
          ? {
              startedAt: recovery.startedAt,
              dueAt: recovery.dueAt,
              expiresAt: recovery.expiresAt,
            }
          : null,
      session: {
        methods: methodsOf(session),
        factors: session.secondFactorAt ? 2 : 1,
        secondFactorAt: session.secondFactorAt,
      },
      requiredBy: organizations
        .filter(({ organization }) => organization.requireSecondFactor)
        .map(({ organization: { id, name } }) => ({ id, name })),
    };
  }

  async function whichEnrolled(userIds: readonly UserId[]): Promise<ReadonlySet<UserId>> {
    const users = await Promise.all([...new Set(userIds)].map((id) => store.users.findById(id)));
    return new Set(users.flatMap((user) => (user?.secondFactorSince ? [user.id] : [])));
  }

  return { factors, whichEnrolled };
}

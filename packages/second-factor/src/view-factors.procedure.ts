import { type Caller, methodsOf, type UserId } from "@acme/auth-core";
import { after, isPast } from "@acme/auth-core/surface";
import { RECOVERY_MEMORY } from "./limits.js";
import type {
  Factors,
  FactorsOfUser,
  FactorViews,
  PastRecovery,
  StoredFactors,
} from "./second-factor-api.js";
import type { SecondFactorEnv } from "./second-factor-env.js";

export function createFactorViews(env: SecondFactorEnv): FactorViews {
  const { store, clock, limits } = env;

  async function stored(
    userId: UserId,
    { since, recoveryDueAt }: Caller["secondFactor"],
  ): Promise<StoredFactors> {
    const totp = await store.totpSecrets.find(userId);
    const passkeys = await store.passkeys.listByUser(userId);
    const enrolment = await store.totpEnrolments.find(userId);
    const recovery = recoveryDueAt && (await store.recoveries.findPending(userId));
    const now = clock.now();
    const isSettingUp =
      enrolment !== null && enrolment.triesLeft > 0 && !isPast(enrolment.expiresAt, now);
    return {
      enabled: since !== null,
      since,
      totp: totp && { confirmedAt: totp.confirmedAt },
      passkeys: {
        count: passkeys.length,
        countingAsTwo: passkeys.filter(({ uvInitialized }) => uvInitialized).length,
        backedUp: passkeys.filter(({ backedUp }) => backedUp).length,
      },
      recoveryCodes: await store.recoveryCodes.findSet(userId),
      enrolment: isSettingUp ? { expiresAt: enrolment.expiresAt } : null,
      recovery:
        recovery && !isPast(recovery.expiresAt, now)
          ? {
              startedAt: recovery.startedAt,
              dueAt: recovery.dueAt,
              expiresAt: recovery.expiresAt,
            }
          : null,
    };
  }

  async function factors({ user, session, secondFactor }: Caller): Promise<Factors> {
    const organizations = await store.organizations.listByUser(user.id);
    return {
      ...(await stored(user.id, secondFactor)),
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

  async function factorsOf(userId: UserId): Promise<FactorsOfUser | null> {
    const user = await store.users.findById(userId);
    if (!user) return null;
    const { secondFactorSince: since, recoveryDueAt } = user;
    return {
      ...(await stored(userId, { since, recoveryDueAt })),
      pastRecoveries: await pastRecoveries(userId),
    };
  }

  async function pastRecoveries(userId: UserId): Promise<readonly PastRecovery[]> {
    const { recoveryWait, recoveryWindow } = limits;
    const now = clock.now();
    const begun = after(now, -(RECOVERY_MEMORY + recoveryWait + recoveryWindow));
    const known = await store.recoveries.listSince(userId, begun);
    return known.flatMap(({ startedAt, endedAt, ended, forgetAt, ipAddress, userAgent }) =>
      endedAt && ended && ended !== "completed" && forgetAt && !isPast(forgetAt, now)
        ? [{ startedAt, endedAt, ended, ipAddress, userAgent }]
        : [],
    );
  }

  async function whichEnrolled(userIds: readonly UserId[]): Promise<ReadonlySet<UserId>> {
    const users = await Promise.all([...new Set(userIds)].map((id) => store.users.findById(id)));
    return new Set(users.flatMap((user) => (user?.secondFactorSince ? [user.id] : [])));
  }

  return { factors, factorsOf, whichEnrolled };
}

import type { Feature, FeatureEnv } from "@acme/auth-core";
import { createPendingSignIns } from "./await-second.procedure.js";
import { createEnrolling } from "./enrol-factor.procedure.js";
import { secondFactorErrors } from "./errors.js";
import { secondFactorEvents } from "./events.js";
import { FACTOR_MAILS } from "./factor-mails.js";
import { recoveryJob } from "./follow-recovery.procedure.js";
import { hearChanges } from "./hear-changes.js";
import { holdSignIn } from "./hold-sign-in.js";
import { LIMITS, type SecondFactorLimit } from "./limits.js";
import { PENDING_COOKIE } from "./pending-cookie.js";
import { hmacSha1 } from "./platform/hmac-sha1.js";
import { createProving } from "./prove-factor.procedure.js";
import { createRecovering } from "./recover-access.procedure.js";
import { RECOVERY_MAILS } from "./recovery-mails.js";
import { createFactorRotation } from "./reseal-secrets.procedure.js";
import { createFactorResets } from "./reset-factors.procedure.js";
import type { SecondFactor } from "./second-factor-api.js";
import type { SecondFactorEnv, SecondFactorStores } from "./second-factor-env.js";
import { RECOVERY_JOB } from "./tell-recovery.js";
import { createFactorViews } from "./view-factors.procedure.js";

/** What an application chooses. */
export interface SecondFactorOptions {
  /**
   * The page of the front end that asks for the second proof: where a withheld sign-in leads that
   * redirects. Default: where failures lead, with the code of the refusal.
   */
  readonly url?: string;
}

/** Rows that end with their user, and that no export shows. */
const OF_USER = { of: "user", erased: "cascade", exported: null } as const;

/**
 * Two-step verification: authenticator apps, passkeys that count as two, recovery codes, and the way
 * back of a user who has lost them. `auth.secondFactor` turns it on and off, and completes sign-ins
 * that it withholds. The store is opened with `secondFactorTables` of
 * `@acme/auth-second-factor/kysely`.
 * @example
 * const store = createSqliteStore("auth.sqlite", { features: [secondFactorTables] });
 * const auth = createAuth({ store, mailer, links, secret, features: [secondFactor()] });
 */
export function secondFactor({ url }: SecondFactorOptions = {}): Feature<
  "secondFactor",
  SecondFactorStores,
  SecondFactor,
  SecondFactorLimit
> {
  const envOf = (env: FeatureEnv<SecondFactorStores, SecondFactorLimit>): SecondFactorEnv => ({
    ...env,
    hmac: hmacSha1,
    url: url ?? null,
  });
  return {
    name: "secondFactor",
    ownership: {
      totpSecrets: {
        ...OF_USER,
        plantable: (tx, { user }) => tx.totpSecrets.delete(user.id),
        endedByReset: false,
        endedByEmailChange: false,
        note: "Sealed secrets of authenticator apps.",
      },
      recoveryCodes: {
        ...OF_USER,
        plantable: (tx, { user }) => tx.recoveryCodes.deleteFor(user.id),
        endedByReset: false,
        endedByEmailChange: false,
      },
      totpEnrolments: {
        ...OF_USER,
        plantable: (tx, { user }) => tx.totpEnrolments.delete(user.id),
        endedByReset: (tx, { user }) => tx.totpEnrolments.delete(user.id),
        endedByEmailChange: (tx, { user }) => tx.totpEnrolments.delete(user.id),
        note: "They end with the session in which they were begun, too.",
      },
      pendingSignIns: {
        ...OF_USER,
        plantable: (tx, { user }) => tx.pendingSignIns.deleteFor(user.id),
        endedByReset: (tx, { user }) => tx.pendingSignIns.deleteFor(user.id),
        endedByEmailChange: (tx, { user }) => tx.pendingSignIns.deleteFor(user.id),
        endedWithOtherSessions: (tx, { user }) => tx.pendingSignIns.deleteFor(user.id),
        // The row stays, so that the user is told of the suspension.
        endedBySuspension: (tx, { user }) => tx.pendingSignIns.spendFor(user.id),
      },
      recoveries: {
        ...OF_USER,
        plantable: (tx, { user }) => tx.recoveries.deleteFor(user.id),
        endedByReset: false,
        endedByEmailChange: false,
        words: { endedByEmailChange: "the one under way ends" },
        note: "A suspension ends the one under way, too.",
      },
    },
    limits: LIMITS,
    errors: secondFactorErrors,
    events: secondFactorEvents,
    mails: [...FACTOR_MAILS, ...RECOVERY_MAILS],
    signIn: {
      gate: {
        refuses: [],
        cookie: PENDING_COOKIE,
        create: (env) => ({
          ask: (tx, authentication) => holdSignIn(tx, envOf(env), authentication),
        }),
      },
    },
    jobs: (env) => ({ [RECOVERY_JOB]: recoveryJob(envOf(env)) }),
    hears: (env) => hearChanges(envOf(env)),
    create(env) {
      const own = envOf(env);
      return {
        ...createEnrolling(own),
        ...createProving(own),
        ...createPendingSignIns(own),
        ...createFactorViews(own),
        ...createRecovering(own),
        ...createFactorResets(own),
        ...createFactorRotation(own),
      };
    },
  };
}

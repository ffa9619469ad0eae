import { methodsOf, type OfferedMethods, type RemovedPasskey, type UserId } from "@acme/auth-core";
import { HOUR, SECOND } from "@acme/auth-core/surface";
import type { ShownFields } from "@acme/auth-http";
import { passkeySignalsView, timestamp, viewPasskeySignals, z } from "@acme/auth-http/routes";
import { SECOND_FACTOR_METHODS, type SecondFactorMethod } from "../second-factor-api.js";
import { sessionFactors } from "./session-factors.js";
import { fields, type WithSecondFactor } from "./with-second-factor.js";

/** What the service offers, not what a user has. */
const offered = ({ passkey }: Pick<OfferedMethods, "passkey">): SecondFactorMethod[] =>
  SECOND_FACTOR_METHODS.filter((method) => method !== "passkey" || passkey);

const NOBODY: ReadonlySet<UserId> = new Set();

/** What the second factor adds to what the surface shows. */
export const shown: ShownFields<WithSecondFactor> = {
  user: fields({
    twoFactorEnabled: () => z.boolean().describe("Whether signing in takes a second proof."),
  }).from({
    load: (users, { secondFactor }) => {
      const unknown = users.filter(({ isEnrolled }) => isEnrolled === undefined);
      return unknown.length > 0 ? secondFactor.whichEnrolled(unknown.map(({ id }) => id)) : NOBODY;
    },
    show: ({ id, isEnrolled }, enrolled) => ({ twoFactorEnabled: isEnrolled ?? enrolled.has(id) }),
  }),
  session: fields({
    methods: () => sessionFactors().methods,
    factors: () => sessionFactors().factors,
    secondFactorAt: () => sessionFactors().secondFactorAt,
  }).from({
    show: (session) => ({
      methods: [...methodsOf(session)],
      factors: session.secondFactorAt ? 2 : 1,
      secondFactorAt: session.secondFactorAt?.toISOString() ?? null,
    }),
  }),
  passkey: fields({
    uvInitialized: () =>
      z
        .boolean()
        .describe("Whether the passkey counts as both factors where it verifies its user."),
  }).from({ show: ({ uvInitialized }) => ({ uvInitialized }) }),
  passkeyRemoval: fields({ signals: passkeySignalsView }).from({
    show: ({ signals }: Pick<RemovedPasskey, "signals">) => ({
      signals: viewPasskeySignals(signals),
    }),
  }),
  organization: fields({
    requireSecondFactor: () =>
      z.boolean().describe("Whether its routes work only in sessions of two factors."),
  }).from({ show: ({ requireSecondFactor }) => ({ requireSecondFactor }) }),
  me: fields({
    recovery: () =>
      z
        .strictObject({ dueAt: timestamp().describe("From when on it may be completed.") })
        .nullable()
        .describe("The way back into this account that is under way, null for none."),
  }).from({
    show: ({ secondFactor: { recoveryDueAt } }) => ({
      recovery: recoveryDueAt && { dueAt: recoveryDueAt.toISOString() },
    }),
  }),
  methods: fields({
    secondFactor: () =>
      z.array(z.enum(SECOND_FACTOR_METHODS)).describe("By what a second factor may be shown."),
  }).from({ show: (methods) => ({ secondFactor: offered(methods) }) }),
  policy: fields({
    trustedDevices: () => z.literal(false).describe("Always false: no browser is excused."),
    factorFreshSeconds: () =>
      z.number().describe("Seconds after a second proof in which it counts as recent."),
    recoveryWaitHours: () =>
      z.number().describe("Hours that a way back waits before it may be completed."),
  }).from({
    load: async (_policies, { secondFactor }) => secondFactor.recoveryWait,
    show: ({ factorFreshness }, recoveryWait) => ({
      trustedDevices: false,
      factorFreshSeconds: factorFreshness / SECOND,
      recoveryWaitHours: recoveryWait / HOUR,
    }),
  }),
};

import { once, timestamp, z } from "@acme/auth-http/routes";
import type { Factors } from "../second-factor-api.js";
import { recoveryTimes, viewTimes } from "./recovery-times.js";
import { sessionFactors } from "./session-factors.js";
import { route } from "./with-second-factor.js";

const passkeysView = once(() =>
  z.strictObject({
    count: z.int().describe("How many passkeys the user has."),
    countingAsTwo: z.int().describe("How many of them count as both factors."),
    backedUp: z.int().describe("How many of them are backed up."),
  }),
);

const factorsView = once(() =>
  z.strictObject({
    enabled: z.boolean().describe("Whether signing in takes a second proof."),
    since: timestamp().nullable().describe("Since when, null while it takes none."),
    totp: z
      .strictObject({ confirmedAt: timestamp().describe("When it was confirmed.") })
      .nullable()
      .describe("The authenticator app, null for none."),
    passkeys: passkeysView().describe("The passkeys."),
    recoveryCodes: z
      .strictObject({
        left: z.int().describe("How many are left."),
        createdAt: timestamp().describe("When they were made."),
      })
      .nullable()
      .describe("The recovery codes, null where none is left."),
    enrolment: z
      .strictObject({ expiresAt: timestamp().describe("When the set-up ends.") })
      .nullable()
      .describe("The authenticator app that is being set up, null for none."),
    recovery: z
      .strictObject({
        startedAt: timestamp().describe("When it was begun."),
        ...recoveryTimes().shape,
      })
      .nullable()
      .describe("The way back that is under way, null for none."),
    session: z.strictObject(sessionFactors()).describe("By what this session is proven."),
    requiredBy: z
      .array(
        z.strictObject({
          id: z.string().describe("The id of the organization."),
          name: z.string().describe("Its name."),
        }),
      )
      .describe("The caller's organizations that require two factors."),
  }),
);

const instantOrNull = (instant: Date | null): string | null => instant?.toISOString() ?? null;

const viewFactors = ({ passkeys, totp, recoveryCodes, ...factors }: Factors) => {
  const { enrolment, recovery, session } = factors;
  const { count, countingAsTwo, backedUp } = passkeys;
  return {
    enabled: factors.enabled,
    since: instantOrNull(factors.since),
    totp: totp && { confirmedAt: totp.confirmedAt.toISOString() },
    passkeys: { count, countingAsTwo, backedUp },
    recoveryCodes: recoveryCodes && {
      left: recoveryCodes.left,
      createdAt: recoveryCodes.createdAt.toISOString(),
    },
    enrolment: enrolment && { expiresAt: enrolment.expiresAt.toISOString() },
    recovery: recovery && {
      startedAt: recovery.startedAt.toISOString(),
      ...viewTimes(recovery),
    },
    session: {
      methods: [...session.methods],
      factors: session.factors,
      secondFactorAt: instantOrNull(session.secondFactorAt),
    },
    requiredBy: factors.requiredBy.map(({ id, name }) => ({ id, name })),
  };
};

export const readFactors = route({
  method: "GET",
  path: "/api/v1/me/factors",
  summary: "Get second factors",
  description: "Read what the caller has of second factors.",
  access: "session",
  limit: "auth-ip",
  returns: "The factors.",
  status: 200,
  reply: factorsView,
  refuses: [],
  handle: async ({ auth, caller }) => ({
    body: viewFactors(await auth.secondFactor.factors(caller)),
  }),
});

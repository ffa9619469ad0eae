import { timestamp, z } from "@acme/auth-http/routes";
import { secondFactorErrors } from "../errors.js";
import { withPending } from "./pending-request.js";
import { completedAnswer, proofReply } from "./proof-reply.js";
import { recoveryTimes, viewTimes } from "./recovery-times.js";
import { route } from "./with-second-factor.js";

const {
  INVALID_TWO_FACTOR_COOKIE,
  MAILBOX_PROOF_REQUIRED,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE,
  RECOVERY_NOT_DUE,
  RECOVERY_NOT_PENDING,
  RECOVERY_VETOED,
} = secondFactorErrors;

/** What a sign-in that waits may be refused with where a way back is asked for. */
const PENDING_REFUSALS = [
  INVALID_TWO_FACTOR_COOKIE,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE,
  MAILBOX_PROOF_REQUIRED,
] as const;

export const startRecovery = route({
  method: "POST",
  path: "/api/v1/auth/recovery",
  summary: "Start way back",
  description:
    "Begin the way back of a user who has lost every factor, for a sign-in by a mailed code or link that waits. While one is under way, the answer is that one.",
  access: "anyone",
  limit: "auth-ip",
  returns: "When the way back may be completed. The user is told by mail.",
  status: 202,
  reply: recoveryTimes,
  refuses: ["ACCOUNT_SUSPENDED", ...PENDING_REFUSALS, RECOVERY_VETOED],
  handle: async (call) => {
    const { auth, client } = call;
    const times = await withPending(call, (token) =>
      auth.secondFactor.startRecovery(token, client),
    );
    return { body: viewTimes(times) };
  },
});

export const completeRecovery = route({
  method: "POST",
  path: "/api/v1/auth/recovery/complete",
  summary: "Complete way back",
  description:
    "Complete a way back that is due, for a new sign-in by a mailed code or link that waits. Every credential and factor is removed.",
  access: "anyone",
  limit: "auth-ip",
  returns: "The user, who is signed in.",
  status: 200,
  reply: proofReply,
  opensSession: true,
  refuses: [...PENDING_REFUSALS, RECOVERY_NOT_PENDING, RECOVERY_NOT_DUE],
  handle: async (call) => {
    const { auth, client } = call;
    const completed = await withPending(call, (token) =>
      auth.secondFactor.completeRecovery(token, client),
    );
    return completedAnswer(completed, call);
  },
});

const PATH = "/api/v1/me/recovery";

export const readRecovery = route({
  method: "GET",
  path: PATH,
  summary: "Get way back",
  description: "Read the caller's way back that is under way.",
  access: "session",
  limit: "auth-ip",
  returns: "The way back, or null.",
  status: 200,
  reply: () =>
    z.strictObject({
      pending: z
        .strictObject({
          startedAt: timestamp().describe("When it was begun."),
          ...recoveryTimes().shape,
          ipAddress: z.string().nullable().describe("From where, null when it is unknown."),
          userAgent: z.string().nullable().describe("By which browser, null when it is unknown."),
        })
        .nullable()
        .describe("The way back, null for none."),
    }),
  refuses: [],
  handle: async ({ auth, caller }) => {
    const found = await auth.secondFactor.findRecovery(caller);
    if (!found) return { body: { pending: null } };
    const { startedAt, ipAddress, userAgent } = found;
    const times = { startedAt: startedAt.toISOString(), ...viewTimes(found) };
    return { body: { pending: { ...times, ipAddress, userAgent } } };
  },
});

export const vetoRecovery = route({
  method: "DELETE",
  path: PATH,
  summary: "Stop way back",
  description: "Stop the caller's way back that is under way.",
  access: "session",
  limit: "auth-ip",
  uncounted: true,
  returns: "Nothing: the way back is stopped.",
  status: 204,
  reply: () => z.null(),
  refuses: [RECOVERY_NOT_PENDING],
  handle: async ({ auth, caller, client }) => {
    await auth.secondFactor.vetoRecovery(caller, client);
    return { body: null };
  },
});

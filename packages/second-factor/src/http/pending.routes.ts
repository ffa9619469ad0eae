import { once, timestamp, z } from "@acme/auth-http/routes";
import { secondFactorErrors } from "../errors.js";
import { SECOND_FACTOR_METHODS } from "../second-factor-api.js";
import { ENDED, readPending, withPending } from "./pending-request.js";
import { recoveryTimes, viewTimes } from "./recovery-times.js";
import { route } from "./with-second-factor.js";

const PATH = "/api/v1/auth/second-factor";

const methods = once(() =>
  z.array(z.enum(SECOND_FACTOR_METHODS)).describe("What completes the sign-in now."),
);

/** What a path answers whose contract calls a withheld sign-in a success. */
export const withheldReply = once(() =>
  z
    .strictObject({
      twoFactorRedirect: z.literal(true).describe("Always `true`: a second proof is awaited."),
      twoFactorMethods: methods(),
    })
    .meta({ id: "SecondFactorAwaited", description: "A sign-in that waits for its second proof." }),
);

export const readPendingSignIn = route({
  method: "GET",
  path: PATH,
  summary: "Get waiting sign-in",
  description: "Read what the sign-in waits for whose cookie the request presents.",
  access: "anyone",
  limit: "auth-ip",
  returns: "What completes the sign-in, and until when.",
  status: 200,
  reply: () =>
    z.strictObject({
      methods: methods(),
      expiresAt: timestamp().describe("When the sign-in ends."),
      recovery: recoveryTimes()
        .nullable()
        .describe(
          "The way back that is under way. Null for none, and after a first proof that does not show that the mailbox is the user's.",
        ),
    }),
  refuses: ["ACCOUNT_SUSPENDED", secondFactorErrors.INVALID_TWO_FACTOR_COOKIE],
  handle: async (call) => {
    const pending = await withPending(call, (token) => call.auth.secondFactor.findPending(token));
    const { expiresAt, recovery } = pending;
    return {
      body: {
        methods: [...pending.methods],
        expiresAt: expiresAt.toISOString(),
        recovery: recovery && viewTimes(recovery),
      },
    };
  },
});

export const discardPendingSignIn = route({
  method: "DELETE",
  path: PATH,
  summary: "Give up sign-in",
  description: "End the sign-in that waits whose cookie the request presents, if there is one.",
  access: "anyone",
  limit: "auth-ip",
  returns: "Nothing: the sign-in is gone.",
  status: 204,
  reply: () => z.null(),
  refuses: [],
  handle: async (call) => {
    const token = readPending(call);
    await call.auth.secondFactor.discardPending(token);
    return { body: null, ...(token && ENDED) };
  },
});

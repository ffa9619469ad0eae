import { AuthError } from "@acme/auth-core";
import { once, z } from "@acme/auth-http/routes";
import { secondFactorErrors } from "../errors.js";
import { withPending } from "./pending-request.js";
import { proofAnswer, proofReply } from "./proof-reply.js";
import { route } from "./with-second-factor.js";

/** Longer text is no code in any spelling. */
const MAX_CODE_LENGTH = 64;

const attempt = once(() =>
  z.object({
    code: z
      .string()
      .max(MAX_CODE_LENGTH)
      .describe("The code, as it was typed: spaces and hyphens do not count."),
    trustDevice: z
      .boolean()
      .describe("Has no effect: no browser is excused from the second step.")
      .exactOptional(),
    disableSession: z.literal(false).describe("Only false is taken.").exactOptional(),
  }),
);

const proving = {
  method: "POST",
  access: "anyone",
  limit: "auth-ip",
  body: attempt,
  returns: "The user, who is signed in. The session cookie is set anew.",
  status: 200,
  reply: proofReply,
  opensSession: true,
} as const;

/** What a proof of any kind may be refused with. */
const REFUSALS = [
  "UNAUTHORIZED",
  secondFactorErrors.INVALID_TWO_FACTOR_COOKIE,
  secondFactorErrors.TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE,
  secondFactorErrors.ACCOUNT_TEMPORARILY_LOCKED,
] as const;

export const verifyTotp = route({
  ...proving,
  path: "/api/auth/two-factor/verify-totp",
  summary: "Verify authenticator code",
  description:
    "Show a code of an authenticator app: for the sign-in that waits, else to confirm the app that this session sets up, else to step the session up.",
  refuses: [...REFUSALS, secondFactorErrors.INVALID_CODE, secondFactorErrors.TOTP_NOT_ENABLED],
  handle: async (call) => {
    const { auth, body, client } = call;
    const caller = await auth.sessions.identify(client);
    const proof = await withPending(call, (pending) =>
      auth.secondFactor.verifyTotp({ code: body.code, pending, caller }, client),
    );
    return proofAnswer(proof, call);
  },
});

export const verifyBackupCode = route({
  ...proving,
  path: "/api/auth/two-factor/verify-backup-code",
  summary: "Verify recovery code",
  description:
    "Show a recovery code, which is used up: for the sign-in that waits, else to step the session up.",
  refuses: [
    ...REFUSALS,
    secondFactorErrors.INVALID_BACKUP_CODE,
    secondFactorErrors.BACKUP_CODES_NOT_ENABLED,
  ],
  handle: async (call) => {
    const { auth, body, client } = call;
    const caller = await auth.sessions.identify(client);
    const proof = await withPending(call, (pending) =>
      auth.secondFactor.verifyBackupCode({ code: body.code, pending, caller }, client),
    );
    return proofAnswer(proof, call);
  },
});

/** Codes by mail are no second proof: the same mailbox resets the password. */
const mailedCodes = {
  method: "POST",
  access: "anyone",
  limit: "auth-ip",
  returns: "Never: the service mails no second proof.",
  status: 200,
  reply: () => z.never(),
  refuses: [secondFactorErrors.OTP_NOT_CONFIGURED],
} as const;

const refuseMailedCode = (): Promise<never> =>
  Promise.reject(new AuthError(secondFactorErrors.OTP_NOT_CONFIGURED));

export const sendOtp = route({
  ...mailedCodes,
  path: "/api/auth/two-factor/send-otp",
  summary: "Send second-step code",
  description: "Always refused: a mailed code is no second step here.",
  handle: refuseMailedCode,
});

export const verifyOtp = route({
  ...mailedCodes,
  path: "/api/auth/two-factor/verify-otp",
  summary: "Verify second-step code",
  description: "Always refused: a mailed code is no second step here.",
  handle: refuseMailedCode,
});

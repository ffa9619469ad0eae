import { once, passwordField, status, STATUS_OK, z } from "@acme/auth-http/routes";
import { secondFactorErrors } from "../errors.js";
import { route } from "./with-second-factor.js";

const ownPassword = once(() =>
  passwordField()
    .describe("The caller's password. Needed of a user who has one, and ignored of any other.")
    .exactOptional(),
);
const passwordBody = once(() => z.object({ password: ownPassword() }));
const backupCodes = once(() =>
  z.array(z.string()).describe("Ten recovery codes, each good for one sign-in. Shown this once."),
);
const totpUri = once(() =>
  z.string().describe("The `otpauth:` URI of the authenticator app, for a QR code."),
);

const shared = { method: "POST", access: "fresh", limit: "auth-ip", status: 200 } as const;

export const enable = route({
  ...shared,
  path: "/api/auth/two-factor/enable",
  summary: "Set up second factor",
  description:
    "Begin to set up an authenticator app, which counts once a code of it has been verified in this session; or let the caller's passkeys count as second factor at once.",
  body: () =>
    z.object({
      password: ownPassword(),
      method: z
        .enum(["totp", "passkey", "otp"])
        .default("totp")
        .describe("What is turned on. `otp` is refused: a mailed code is no second step here."),
      replace: z
        .boolean()
        .default(false)
        .describe("Whether the app takes the place of one that is set up already."),
    }),
  returns: "What the app needs, and the recovery codes.",
  reply: () =>
    z.strictObject({
      method: z.enum(["totp", "passkey"]).describe("What is turned on."),
      totpURI: totpUri().exactOptional(),
      backupCodes: backupCodes(),
    }),
  refuses: [
    "EMAIL_VERIFICATION_REQUIRED",
    "INVALID_PASSWORD",
    "INSUFFICIENT_USER_AUTHENTICATION",
    "SECOND_FACTOR_NOT_ENROLLED",
    secondFactorErrors.TOTP_ALREADY_ENABLED,
    secondFactorErrors.OTP_NOT_CONFIGURED,
  ],
  handle: async ({ auth, caller, body, client }) => {
    const { method, replace, password = null } = body;
    const enabled = await auth.secondFactor.enable(caller, { method, replace, password }, client);
    const codes = enabled.backupCodes.map((code) => code.reveal());
    if (enabled.method === "totp") {
      const totpURI = enabled.totpUri.reveal();
      return { body: { method: enabled.method, totpURI, backupCodes: codes } };
    }
    const { session, token } = enabled;
    return { body: { method: enabled.method, backupCodes: codes }, session: { session, token } };
  },
});

export const getTotpUri = route({
  ...shared,
  path: "/api/auth/two-factor/get-totp-uri",
  summary: "Get authenticator URI",
  description:
    "Read the URI of the authenticator app that this session sets up. That of a confirmed app is never shown.",
  body: passwordBody,
  returns: "The URI.",
  reply: () => z.strictObject({ totpURI: totpUri() }),
  refuses: [
    "INVALID_PASSWORD",
    secondFactorErrors.TOTP_NOT_ENABLED,
    secondFactorErrors.TOTP_ALREADY_ENABLED,
  ],
  handle: async ({ auth, caller, body: { password = null }, client }) => {
    const uri = await auth.secondFactor.getTotpUri(caller, { password }, client);
    return { body: { totpURI: uri.reveal() } };
  },
});

/** What a change of the factors of a user who has one may be refused with. */
const CHANGE_REFUSALS = [
  "INVALID_PASSWORD",
  "INSUFFICIENT_USER_AUTHENTICATION",
  secondFactorErrors.TWO_FACTOR_NOT_ENABLED,
] as const;

export const generateBackupCodes = route({
  ...shared,
  path: "/api/auth/two-factor/generate-backup-codes",
  summary: "Replace recovery codes",
  description:
    "Replace all recovery codes and end the caller's other sessions. Needs a recent second proof.",
  body: passwordBody,
  returns: "The new recovery codes. The session cookie is set anew.",
  reply: () => z.strictObject({ status: status().shape.status, backupCodes: backupCodes() }),
  refuses: CHANGE_REFUSALS,
  handle: async ({ auth, caller, body: { password = null }, client }) => {
    const made = await auth.secondFactor.generateBackupCodes(caller, { password }, client);
    const { session, token } = made;
    const codes = made.backupCodes.map((code) => code.reveal());
    return { body: { ...STATUS_OK, backupCodes: codes }, session: { session, token } };
  },
});

export const disable = route({
  ...shared,
  path: "/api/auth/two-factor/disable",
  summary: "Turn off second factor",
  description:
    "Turn the second factor off and end the caller's other sessions, or cancel an app that is only being set up. Turning it off needs a recent second proof.",
  body: passwordBody,
  returns: "The second factor is off. The session cookie is set anew.",
  reply: status,
  refuses: CHANGE_REFUSALS,
  handle: async ({ auth, caller, body: { password = null }, client }) => {
    const renewed = await auth.secondFactor.disable(caller, { password }, client);
    return { body: STATUS_OK, ...(renewed && { session: renewed }) };
  },
});

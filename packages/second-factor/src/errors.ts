import { defineErrors } from "@acme/auth-core";

/** What the use cases of the second factor refuse with, besides errors of the base. */
export const secondFactorErrors = defineErrors({
  INVALID_TWO_FACTOR_COOKIE: {
    kind: "unauthenticated",
    message: "This sign-in has ended. Sign in again.",
  },
  INVALID_CODE: { kind: "unauthenticated", message: "The code is wrong." },
  INVALID_BACKUP_CODE: { kind: "unauthenticated", message: "The recovery code is wrong." },
  TOTP_NOT_ENABLED: { kind: "invalid", message: "No authenticator app is set up here." },
  TOTP_ALREADY_ENABLED: {
    kind: "invalid",
    message: "An authenticator app is set up already. Replace it instead.",
  },
  TWO_FACTOR_NOT_ENABLED: { kind: "invalid", message: "Two-step verification is off." },
  BACKUP_CODES_NOT_ENABLED: { kind: "invalid", message: "No recovery code is left." },
  OTP_NOT_CONFIGURED: {
    kind: "invalid",
    message: "Codes by mail are no second step here. Use an authenticator app or a recovery code.",
  },
  LAST_SECOND_FACTOR: {
    kind: "invalid",
    message: "This passkey is your second step. Set up an authenticator app first.",
  },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: {
    kind: "invalid",
    message: "Too many wrong codes. Sign in again.",
  },
  ACCOUNT_TEMPORARILY_LOCKED: {
    kind: "rate_limited",
    message: "Too many wrong codes. Wait, or use a browser that you have signed in with before.",
  },
  MAILBOX_PROOF_REQUIRED: {
    kind: "forbidden",
    message: "Sign in by a code or link that is mailed to you, and ask again.",
  },
  RECOVERY_VETOED: {
    kind: "forbidden",
    message: "The way back into this account was stopped. Try again later.",
  },
  RECOVERY_NOT_PENDING: {
    kind: "not_found",
    message: "No way back into this account is under way.",
  },
  RECOVERY_NOT_DUE: {
    kind: "conflict",
    message: "The waiting time is not over yet, or this sign-in began before it was.",
  },
});

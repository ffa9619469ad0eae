import type { PolicyEntry } from "@acme/auth-core";
import { DAY, HOUR, MINUTE } from "@acme/auth-core/surface";
import { RECOVERY_HOURS } from "./recovery-hours.js";

/** The limits of the second factor, which `createAuth({ policy })` may change within their bounds. */
export const LIMITS = {
  /** Steps of an authenticator app that are accepted beside the present one, back and forward. */
  totpWindow: { min: 0, value: 1, max: 1, unit: "count" },
  /** How long a sign-in waits for its second proof, in milliseconds. Nothing extends it. */
  pendingSignInLifetime: { min: MINUTE, value: 10 * MINUTE, max: 10 * MINUTE, unit: "ms" },
  /** Sign-ins of one user that wait at the same time. One more ends the oldest. */
  pendingSignInsPerUser: { min: 10, value: 100, max: 100, unit: "count" },
  /** Wrong second proofs after which a sign-in that waits is spent. */
  pendingTries: { min: 1, value: 5, max: 5, unit: "count" },
  /** Wrong second proofs of one subject within an hour. */
  wrongFactorsPerHour: { min: 1, value: 10, max: 10, unit: "count" },
  /** Wrong second proofs of one subject within a day. */
  wrongFactorsPerDay: { min: 1, value: 20, max: 20, unit: "count" },
  /** How long an enrolment waits for its first code, in milliseconds. */
  enrolmentLifetime: { min: MINUTE, value: 10 * MINUTE, max: 10 * MINUTE, unit: "ms" },
  /** Wrong codes after which an enrolment is dead. */
  enrolmentTries: { min: 5, value: 5, max: 5, unit: "count" },
  /** Enrolments that one user begins within an hour. */
  enrolmentsPerHour: { min: 10, value: 10, max: 10, unit: "count" },
  /** Recovery codes in a set. */
  recoveryCodes: { min: 10, value: 10, max: 10, unit: "count" },
  /** How long the way back waits before it may be completed, in milliseconds. */
  recoveryWait: {
    min: RECOVERY_HOURS.min * HOUR,
    value: RECOVERY_HOURS.value * HOUR,
    max: RECOVERY_HOURS.max * HOUR,
    unit: "ms",
  },
  /** For how long it may be completed then, in milliseconds. */
  recoveryWindow: { min: DAY, value: 7 * DAY, max: 14 * DAY, unit: "ms" },
  /** How long none may begin after one was vetoed, in milliseconds. */
  recoveryPause: { min: DAY, value: 7 * DAY, max: 30 * DAY, unit: "ms" },
  /** How many one user may begin within `RECOVERY_MEMORY`. */
  recoveriesPerUser: { min: 1, value: 3, max: 3, unit: "count" },
} as const satisfies Record<string, PolicyEntry>;

/** The name of one of the limits. */
export type SecondFactorLimit = keyof typeof LIMITS;

/** The window of `wrongFactorsPerHour`, and of `enrolmentsPerHour`, in milliseconds. */
export const HOURLY = HOUR;
/** The window of `wrongFactorsPerDay`, in milliseconds. */
export const DAILY = DAY;
/** The wrong proof of a day that the user is told of by mail. */
export const TOLD_WRONG_PROOF = 5;
/** How long a way back is kept after its end, and counts as begun, in milliseconds. */
export const RECOVERY_MEMORY = 30 * DAY;
/** How often the owner is told of a way back that waits, in milliseconds. */
export const RECOVERY_REMINDER = DAY;
/** How many secrets are sealed anew in one transaction, after a rotation. */
export const RESEALED_AT_ONCE = 1_000;
/** Random bytes of the token of a sign-in that waits. */
export const PENDING_TOKEN_BYTES = 32;
/** Random bytes of a TOTP secret: as many as HMAC-SHA-1 has (RFC 4226 §4). */
export const TOTP_SECRET_BYTES = 20;
/** Random bytes of a recovery code: 24 characters of 5 bits. */
export const RECOVERY_CODE_BYTES = 15;

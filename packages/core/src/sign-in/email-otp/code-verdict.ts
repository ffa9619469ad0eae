import { isPast } from "../../kernel/duration.js";
import type { OneTimeCode } from "./one-time-code-store.js";

/** The code with which an attempt may be compared, or why it may not be. */
export type CodeVerdict =
  | { readonly comparable: true; readonly issued: OneTimeCode }
  | {
      readonly comparable: false;
      readonly reason: "INVALID_OTP" | "OTP_EXPIRED" | "TOO_MANY_ATTEMPTS";
    };

/**
 * Judges whether an attempt may be compared with this code at all. The attempt is already counted.
 */
export function judgeCode(issued: OneTimeCode | null, now: Date): CodeVerdict {
  if (!issued) return { comparable: false, reason: "INVALID_OTP" };
  if (isPast(issued.expiresAt, now)) return { comparable: false, reason: "OTP_EXPIRED" };
  if (issued.attemptsLeft < 0) return { comparable: false, reason: "TOO_MANY_ATTEMPTS" };
  return { comparable: true, issued };
}

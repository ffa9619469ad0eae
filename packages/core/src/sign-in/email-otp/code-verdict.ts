import { isPast } from "../../kernel/duration.js";
import type { OneTimeCode } from "./one-time-code-store.js";

/** A code that a guess may be compared with, or why none may be. */
export type CodeVerdict =
  | { readonly comparable: true; readonly issued: OneTimeCode }
  | {
      readonly comparable: false;
      readonly reason: "INVALID_OTP" | "OTP_EXPIRED" | "TOO_MANY_ATTEMPTS";
    };

/** Judges whether a guess at this code may be compared at all. Its attempt is already taken. */
export function judgeCode(issued: OneTimeCode | null, now: Date): CodeVerdict {
  if (!issued) return { comparable: false, reason: "INVALID_OTP" };
  if (isPast(issued.expiresAt, now)) return { comparable: false, reason: "OTP_EXPIRED" };
  if (issued.attemptsLeft < 0) return { comparable: false, reason: "TOO_MANY_ATTEMPTS" };
  return { comparable: true, issued };
}

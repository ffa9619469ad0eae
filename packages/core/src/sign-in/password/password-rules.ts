import type { EmailAddress } from "../../kernel/email-address.js";
import type { ErrorCode } from "../../kernel/errors.js";
import type { Policy } from "../../kernel/policy.js";

const MIN_NAME_LETTERS = 4;

/**
 * Returns the one spelling of texts that people cannot tell apart (NFKC, Unicode UAX #15). Every
 * path that takes a password uses it. Nothing is trimmed or folded.
 */
export const normalisePassword = (text: string): string => text.normalize("NFKC");

export type LengthFault = Extract<ErrorCode, "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG">;

/**
 * Returns what is wrong with the length of a normalised password, counted in code points; null when
 * it fits the policy.
 */
export function judgeLength(password: string, policy: Policy): LengthFault | null {
  // No code point takes more than two units, so the long ones need no counting.
  if (password.length > policy.passwordMaxLength * 2) return "PASSWORD_TOO_LONG";
  const points = Array.from(password).length;
  if (points < policy.passwordMinLength) return "PASSWORD_TOO_SHORT";
  return points > policy.passwordMaxLength ? "PASSWORD_TOO_LONG" : null;
}

/** Returns the sentence that people read, with the limit of the policy. */
export const lengthMessage = (fault: LengthFault, policy: Policy): string =>
  fault === "PASSWORD_TOO_SHORT"
    ? `The password is too short. Use at least ${policy.passwordMinLength} characters.`
    : `The password is too long. Use at most ${policy.passwordMaxLength} characters.`;

const lettersOf = (text: string): string =>
  text.toLowerCase().replaceAll(/[\p{N}\p{P}\p{S}\p{Z}]/gu, "");

/**
 * Whether the letters of a password are only the local part of its email address, or only the
 * application's name.
 */
export function isOwnName(password: string, email: EmailAddress, appName: string): boolean {
  const letters = lettersOf(password);
  const names = [email.slice(0, email.lastIndexOf("@")), appName].map(lettersOf);
  return letters.length >= MIN_NAME_LETTERS && names.includes(letters);
}

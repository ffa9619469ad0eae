import type { EmailAddress } from "../../kernel/email-address.js";
import type { Policy } from "../../kernel/policy.js";

const CONTEXT_FROM_LETTERS = 4;

/** One spelling for what people cannot tell apart (NFKC, Unicode UAX #15), on every path that takes a password. Nothing is trimmed or folded. */
export const normalisePassword = (text: string): string => text.normalize("NFKC");

/** Why a normalised password cannot be used for its length; null when it can. Counted in code points. */
export function judgeLength(
  password: string,
  policy: Policy,
): "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | null {
  // No code point takes more than two units, so the long ones need no counting.
  if (password.length > policy.passwordMaxLength * 2) return "PASSWORD_TOO_LONG";
  const points = Array.from(password).length;
  if (points < policy.passwordMinLength) return "PASSWORD_TOO_SHORT";
  return points > policy.passwordMaxLength ? "PASSWORD_TOO_LONG" : null;
}

const lettersOf = (text: string): string =>
  text.toLowerCase().replaceAll(/[\p{N}\p{P}\p{S}\p{Z}]/gu, "");

/** Whether a password says no more than whose it is: the local part or the service's name, decorated. */
export function isOwnName(password: string, email: EmailAddress, appName: string): boolean {
  const letters = lettersOf(password);
  const names = [email.slice(0, email.lastIndexOf("@")), appName].map(lettersOf);
  return letters.length >= CONTEXT_FROM_LETTERS && names.includes(letters);
}

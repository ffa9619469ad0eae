import { isPlainText } from "../../kernel/plain-text.js";
import { MAX_EMAIL_INPUT, POLICY } from "../../kernel/policy.js";
import type { MemberQuery } from "./membership-store.js";

/** No email address is longer, and no name. */
const MAX_LENGTH = MAX_EMAIL_INPUT;
const MIN_LENGTH = POLICY.memberSearchLength.value;

/**
 * Returns what is wrong with the beginning of a name or an email address that members are searched
 * by, as a sentence for people; null when nothing is. White space around it does not count.
 */
export function memberSearchFault(text: string): string | null {
  if (!isPlainText(text)) return "A search holds no control characters.";
  const { length } = Array.from(text.trim());
  if (length < MIN_LENGTH) return `A search has at least ${MIN_LENGTH} characters.`;
  return length > MAX_LENGTH ? `A search has at most ${MAX_LENGTH} characters.` : null;
}

/**
 * Returns the beginnings that a search stands for. Databases agree only on the case of ASCII
 * letters, so a name is looked for in the ways that people write names: as it was typed, in lower
 * case, in upper case, and with a capital letter at the beginning of each word.
 */
export function spellingsOf(text: string): Pick<MemberQuery, "email" | "names"> {
  const typed = text.trim();
  const lower = typed.toLowerCase();
  const names = [typed, lower, typed.toUpperCase(), capitalized(lower)];
  return { email: lower, names: [...new Set(names.map(foldAscii))] };
}

const foldAscii = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** What stands before the first letter of a word: nothing, or anything but a letter or its mark. */
const FIRST_LETTER = /(?<![\p{L}\p{M}])\p{L}/gu;
const capitalized = (text: string): string =>
  text.replaceAll(FIRST_LETTER, (letter) => letter.toUpperCase());

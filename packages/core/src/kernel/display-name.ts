import type { Brand } from "./brand.js";
import { blankControlCharacters, isPlainText } from "./plain-text.js";
import { POLICY } from "./policy.js";
import { refuseField } from "./refuse-field.js";

/**
 * The name of a user, an organization or a passkey: one line without control characters, not longer
 * than `POLICY.displayNameLength`. Minted by `parseDisplayName` only.
 */
export type DisplayName = Brand<string, "DisplayName">;

/** Code points, as the schemas of HTTP count. */
const MAX_LENGTH = POLICY.displayNameLength.value;

/**
 * Returns what is wrong with a name, as a sentence for people; null when nothing is. An empty name
 * is fine.
 */
export function displayNameFault(name: string): string | null {
  if (!isPlainText(name)) return "A name holds no control characters.";
  return Array.from(name).length > MAX_LENGTH
    ? `A name has at most ${MAX_LENGTH} characters.`
    : null;
}

/**
 * Returns the text as a name, without the white space around it.
 * @throws {AuthError} `VALIDATION_ERROR`, for the field `name`
 */
export function parseDisplayName(text: string): DisplayName {
  const name = text.trim();
  refuseField("name", displayNameFault(name));
  return name as DisplayName;
}

/**
 * Like `parseDisplayName`, where an empty name is refused too.
 * @throws {AuthError} `VALIDATION_ERROR`, for the field `name`
 */
export function requireDisplayName(text: string): DisplayName {
  const name = parseDisplayName(text);
  refuseField("name", name === "" ? "A name has at least one character." : null);
  return name;
}

/**
 * Returns a name made from text that the user cannot correct here, such as the name at an external
 * provider: broken and control characters are replaced, and what is too long is cut off. Never
 * throws.
 */
export function displayNameFrom(text: string): DisplayName {
  const plain = blankControlCharacters(text.toWellFormed()).trim();
  return parseDisplayName(Array.from(plain).slice(0, MAX_LENGTH).join(""));
}

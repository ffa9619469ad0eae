import type { Brand } from "./brand.js";
import { isPlainText } from "./plain-text.js";
import { POLICY } from "./policy.js";
import { refuseField } from "./refuse-field.js";

/** What a user, an organization or a passkey is called: one line without control characters, not longer than `POLICY.displayNameLength`. */
export type DisplayName = Brand<string, "DisplayName">;

/** Code points. */
const MAX_LENGTH = POLICY.displayNameLength.value;

/** Returns what is wrong with a name, in words for people; null when it is one. The empty name is one. */
export function displayNameFault(name: string): string | null {
  if (!isPlainText(name)) return "A name holds no control characters.";
  return Array.from(name).length > MAX_LENGTH
    ? `A name has at most ${MAX_LENGTH} characters.`
    : null;
}

/**
 * Returns the text as a name, without white space around it.
 * @throws {AuthError} `VALIDATION_ERROR`, for the field `name`
 */
export function parseDisplayName(text: string): DisplayName {
  const name = text.trim();
  refuseField("name", displayNameFault(name));
  return name as DisplayName;
}

/**
 * Like `parseDisplayName`, for what cannot go without a name.
 * @throws {AuthError} `VALIDATION_ERROR`, for the field `name`
 */
export function requireDisplayName(text: string): DisplayName {
  const name = parseDisplayName(text);
  refuseField("name", name === "" ? "A name has at least one character." : null);
  return name;
}

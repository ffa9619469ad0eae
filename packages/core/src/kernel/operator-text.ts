import type { Brand } from "./brand.js";
import { isPlainText } from "./plain-text.js";
import { POLICY } from "./policy.js";
import { refuseField } from "./refuse-field.js";

/**
 * Who changed something as an operator, and why, in their own words. Minted by `parseOperatorText`
 * only.
 */
export type OperatorText = Brand<string, "OperatorText">;

/** Code points. */
const MAX_LENGTH = POLICY.operatorTextLength.value;

/**
 * Returns the text as it is stored, without the white space around it. An empty one is refused:
 * every change by an operator says why.
 * @throws {AuthError} `VALIDATION_ERROR`, for the field `operator`
 */
export function parseOperatorText(text: string): OperatorText {
  const trimmed = text.trim();
  refuseField("operator", operatorTextFault(trimmed));
  return trimmed as OperatorText;
}

function operatorTextFault(text: string): string | null {
  if (text === "") return "Say who you are, and why.";
  if (!isPlainText(text)) return "This text holds no control characters.";
  return Array.from(text).length > MAX_LENGTH
    ? `This text has at most ${MAX_LENGTH} characters.`
    : null;
}

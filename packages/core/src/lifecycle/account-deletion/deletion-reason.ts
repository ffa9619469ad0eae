import type { Brand } from "../../kernel/brand.js";
import { isStorable } from "../../kernel/plain-text.js";
import { refuseField } from "../../kernel/refuse-field.js";

/** Why a user leaves, in their own words. Minted by `parseDeletionReason` only. */
export type DeletionReason = Brand<string, "DeletionReason">;

/**
 * Returns what is wrong with the reason of a deletion request, as a sentence for people; null when
 * nothing is. An empty reason is fine.
 * @param maxPoints the longest reason, in code points
 */
export function deletionReasonFault(reason: string, maxPoints: number): string | null {
  if (!isStorable(reason)) return "A reason holds no broken characters.";
  return Array.from(reason).length > maxPoints
    ? `A reason has at most ${maxPoints} characters.`
    : null;
}

/**
 * Returns the text as the reason of a deletion request.
 * @param maxPoints the longest reason, in code points
 * @throws {AuthError} `VALIDATION_ERROR`, for the field `reason`
 */
export function parseDeletionReason(text: string, maxPoints: number): DeletionReason {
  refuseField("reason", deletionReasonFault(text, maxPoints));
  return text as DeletionReason;
}

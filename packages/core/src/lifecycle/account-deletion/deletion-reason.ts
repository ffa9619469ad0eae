/**
 * Returns what is wrong with the reason of a deletion request, as a sentence for people; null when nothing is. An empty reason is fine.
 * @param maxPoints the longest reason, in code points
 */
export function deletionReasonFault(reason: string, maxPoints: number): string | null {
  // Not every database can store a NUL or half a character.
  if (reason.includes("\u0000") || !reason.isWellFormed())
    return "A reason holds no broken characters.";
  return Array.from(reason).length > maxPoints
    ? `A reason has at most ${maxPoints} characters.`
    : null;
}

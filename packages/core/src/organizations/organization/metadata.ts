import { POLICY } from "../../kernel/policy.js";

const MAX_LENGTH = POLICY.metadataLength.value;
const MAX_DEPTH = POLICY.metadataDepth.value;

/**
 * What is wrong with `metadata` as the metadata of an organization, in words for people; null when it is JSON that every database can keep.
 * Ends at the first fault, so that a refusal costs no more than one walk.
 */
export function metadataFault(metadata: unknown): string | null {
  const fault = faultIn(metadata, MAX_DEPTH);
  if (fault !== null) return fault;
  return JSON.stringify(metadata).length > MAX_LENGTH
    ? `Metadata has at most ${MAX_LENGTH} characters of JSON.`
    : null;
}

function faultIn(value: unknown, levels: number): string | null {
  if (typeof value === "string")
    return isStorable(value) ? null : "Metadata holds no broken characters.";
  if (typeof value === "number")
    return Number.isFinite(value) ? null : "Metadata holds finite numbers only.";
  if (value === null || typeof value === "boolean") return null;
  if (typeof value !== "object") return "Metadata holds JSON only.";
  if (levels === 0) return `Metadata is nested at most ${MAX_DEPTH} levels deep.`;
  for (const [key, inner] of Object.entries(value)) {
    const fault = faultIn(key, levels) ?? faultIn(inner, levels - 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** Not every database can keep a NUL or half a character. */
const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

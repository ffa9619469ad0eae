import type { Brand } from "../../kernel/brand.js";
import { isStorable } from "../../kernel/plain-text.js";
import { POLICY } from "../../kernel/policy.js";
import { refuseField } from "../../kernel/refuse-field.js";

/** What an application keeps with an organization: plain JSON, opaque here. */
export type Metadata = Readonly<Record<string, unknown>>;

/**
 * A JSON object that every database can keep, within the limits of the policy. Minted by
 * `parseMetadata` only.
 */
export type OrganizationMetadata = Brand<Metadata, "OrganizationMetadata">;

const MAX_LENGTH = POLICY.metadataLength.value;
const MAX_DEPTH = POLICY.metadataDepth.value;

/**
 * Returns what is wrong with the metadata of an organization, as a sentence for people; null when
 * it is a JSON object that every database can keep. It ends at the first fault, so that a refusal
 * costs no more than one walk.
 */
export function metadataFault(metadata: unknown): string | null {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata))
    return "Metadata is a JSON object.";
  const fault = faultIn(metadata, MAX_DEPTH);
  if (fault !== null) return fault;
  return JSON.stringify(metadata).length > MAX_LENGTH
    ? `Metadata has at most ${MAX_LENGTH} characters of JSON.`
    : null;
}

/**
 * Returns the object as the metadata of an organization.
 * @throws {AuthError} `VALIDATION_ERROR`, for the field `metadata`
 */
export function parseMetadata(metadata: Metadata): OrganizationMetadata {
  refuseField("metadata", metadataFault(metadata));
  return metadata as OrganizationMetadata;
}

function faultIn(value: unknown, levels: number): string | null {
  if (typeof value === "string")
    return isStorable(value) ? null : "Metadata holds no broken characters.";
  if (typeof value === "number")
    return Number.isFinite(value) ? null : "Metadata holds finite numbers only.";
  if (value === null || typeof value === "boolean") return null;
  return typeof value === "object" ? faultInside(value, levels) : "Metadata holds JSON only.";
}

function faultInside(value: object, levels: number): string | null {
  if (writesItself(value)) return "Metadata holds JSON only.";
  if (levels === 0) return `Metadata is nested at most ${MAX_DEPTH} levels deep.`;
  for (const [key, inner] of Object.entries(value)) {
    const fault = faultIn(key, levels) ?? faultIn(inner, levels - 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** A `toJSON` puts in the place of the value, when it is stored, what was not looked at here. */
const writesItself = (value: object): boolean =>
  "toJSON" in value && typeof value.toJSON === "function";

import type { Brand } from "../../kernel/brand.js";
import { jsonFault } from "../../kernel/json-value.js";
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
  const fault = jsonFault(metadata, { noun: "Metadata", depth: MAX_DEPTH });
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

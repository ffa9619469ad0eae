import type { Brand } from "../../kernel/brand.js";
import { POLICY } from "../../kernel/policy.js";
import { refuseField } from "../../kernel/refuse-field.js";

/** The name of an organization in URLs: `acme`, `acme-labs-2`. Minted by `parseSlug` only. */
export type Slug = Brand<string, "Slug">;

const MAX_LENGTH = POLICY.slugLength.value;
/** Room for the digits that make a slug unique. */
const MAX_MADE_LENGTH = 48;

/** Lower-case letters, digits and dashes, with no dash at either end. */
export const SLUG_GRAMMAR = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** What is said of text that is not a slug. */
export const SLUG_SHAPE = `A short name has up to ${MAX_LENGTH} lower-case letters, digits and dashes.`;

/** Returns what is wrong with a slug, as a sentence for people; null when nothing is. */
export const slugFault = (text: string): string | null =>
  text.length <= MAX_LENGTH && SLUG_GRAMMAR.test(text) ? null : SLUG_SHAPE;

/**
 * Returns the text as a slug.
 * @throws {AuthError} `VALIDATION_ERROR`, for the field `slug`
 */
export function parseSlug(text: string): Slug {
  refuseField("slug", slugFault(text));
  return text as Slug;
}

/** Returns a slug made from a name; empty when nothing of the name can stand in a slug. */
export const slugFrom = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_MADE_LENGTH)
    .replaceAll(/^-|-$/g, "");

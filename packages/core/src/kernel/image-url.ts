import type { Brand } from "./brand.js";
import { AuthError } from "./errors.js";
import { isPlainText } from "./plain-text.js";
import { POLICY } from "./policy.js";
import { refuseField } from "./refuse-field.js";

/**
 * The http or https URL of an image: of a user, or the logo of an organization. Minted by
 * `parseImageUrl` only.
 */
export type ImageUrl = Brand<string, "ImageUrl">;

/**
 * The parser of the URL standard (WHATWG), a pure function that every runtime has: core is compiled
 * without the types of any.
 */
declare const URL: { canParse(text: string): boolean };

/** Code points, as the schemas of HTTP count. */
const MAX_LENGTH = POLICY.urlLength.value;

/** Returns whether the text is a `data:` URL, which images are not stored as. */
export const isDataUrl = (text: string): boolean => /^\s*data:/i.test(text);

/** What is said of text that is not the URL of an image. */
export const IMAGE_URL_SHAPE = "An image is given by its http or https URL.";

/** Returns whether the text is an http or https URL, of any length. */
export const isImageUrl = (text: string): boolean =>
  isPlainText(text) && /^https?:/i.test(text) && URL.canParse(text);

/**
 * Returns what is wrong with the URL of an image, as a sentence for people; null when nothing is.
 */
export function imageUrlFault(text: string): string | null {
  if (Array.from(text).length > MAX_LENGTH) return `A URL has at most ${MAX_LENGTH} characters.`;
  return isImageUrl(text) ? null : IMAGE_URL_SHAPE;
}

/**
 * Returns the text as the URL of an image; null for null, which stands for no image.
 * @throws {AuthError} `IMAGE_URL_NOT_SUPPORTED` for a `data:` URL, else `VALIDATION_ERROR` for the
 * field `path`
 */
export function parseImageUrl(text: string | null, path: "image" | "logo"): ImageUrl | null {
  if (text === null) return null;
  if (isDataUrl(text)) throw new AuthError("IMAGE_URL_NOT_SUPPORTED");
  refuseField(path, imageUrlFault(text));
  return text as ImageUrl;
}

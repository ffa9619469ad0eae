/**
 * Decodes base64url without padding. Returns null for any text that is not the one spelling of its
 * bytes, and for the empty text: the last character has spare bits, so that several spellings would
 * stand for one value.
 */
export function decodeBase64url(text: unknown): Buffer | null {
  if (typeof text !== "string" || text === "") return null;
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : null;
}

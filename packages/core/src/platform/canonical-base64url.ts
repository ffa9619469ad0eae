/** The bytes of base64url without padding, when they have exactly this spelling; null for anything else, nothing included. */
export function decodeBase64url(text: unknown): Buffer | null {
  if (typeof text !== "string" || text === "") return null;
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : null;
}

import { isJsonObject } from "./json-object.js";
import type { OpenIdPreset } from "./provider-presets.js";
import type { Claims } from "./provider-profile.js";

/**
 * Apple accounts. Its client secret is made by `appleClientSecret`. Apple posts its answer as a
 * form, and tells the name at the very first sign-in only; it has no pictures. The email address may
 * be one of its relay. It counts as verified where Apple says so: it verifies what people share, and
 * says false for some accounts of work and school. It names no PKCE; the nonce binds the id_token.
 *
 * Sources, as of 2026-11: https://developer.apple.com/documentation/signinwithapplerestapi (request
 * an authorization; generate and validate tokens) and
 * https://developer.apple.com/documentation/signinwithapple/receiving-a-users-identity-token.
 *
 * @example
 * const apple = openIdProvider({
 *   ...APPLE,
 *   clientId: "com.example.web",
 *   clientSecret: appleClientSecret({ teamId, keyId, privateKey }),
 * });
 */
export const APPLE: OpenIdPreset = {
  id: "apple",
  name: "Apple",
  issuer: "https://appleid.apple.com",
  scopes: ["name", "email"],
  pkce: false,
  formPost: { readName: readAppleName },
  readClaims: readAppleClaims,
};

/** Reads the field `user` of the form: `{"name":{"firstName":"Ada","lastName":"Lovelace"},…}`. */
function readAppleName({ user }: Readonly<Record<string, string>>): string | null {
  const name = readMember(user, "name");
  if (!isJsonObject(name)) return null;
  const { firstName, lastName } = name;
  const parts = [firstName, lastName].filter((part) => typeof part === "string" && part !== "");
  return parts.length > 0 ? parts.join(" ") : null;
}

function readMember(json: string | undefined, member: string): unknown {
  try {
    const value: unknown = JSON.parse(json ?? "null");
    return isJsonObject(value) ? value[member] : null;
  } catch {
    return null;
  }
}

/** Apple spells a boolean as one or as a text. */
function readAppleClaims(claims: Claims): Claims {
  const { email_verified: verified } = claims;
  return { ...claims, email_verified: verified === true || verified === "true" };
}

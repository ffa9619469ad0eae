import { isPlainText } from "../kernel/plain-text.js";
import type { ExternalIdentity } from "../ports/identity-provider.js";
import { ProviderFailure } from "./provider-failure.js";

/**
 * Claims of an id_token or of a userinfo response, as the provider sent them: nothing is checked
 * yet.
 */
export type Claims = Readonly<Record<string, unknown>>;

/** The user as a provider describes them, without the granted scopes. */
export type ProviderProfile = Omit<ExternalIdentity, "scopes">;

/** A profile of which nothing is checked yet. */
export type UncheckedProfile = { readonly [Field in keyof ProviderProfile]: unknown };

/**
 * Reads OpenID Connect's claims (Core §5.1), or the names that plain OAuth 2.0 providers commonly
 * use: the subject from `sub` or `id`, the name from `name` or `login`, the picture from `picture`
 * or `avatar_url`.
 *
 * @throws {ProviderFailure} `unable_to_get_user_info` without a usable subject.
 */
export function readCommonProfile(claims: Claims): ProviderProfile {
  const subject = claims.sub ?? claims.id;
  return checkProfile({
    // A number beyond the safe ones was rounded when it was read: it would be another user's.
    subject: Number.isSafeInteger(subject) ? String(subject) : subject,
    email: claims.email,
    emailVerified: claims.email_verified,
    name: textIn(claims.name) ?? textIn(claims.login),
    image: textIn(claims.picture) ?? textIn(claims.avatar_url),
  });
}

/**
 * Returns the profile with null for every text that is none.
 *
 * @throws {ProviderFailure} `unable_to_get_user_info` without a usable subject.
 */
export function checkProfile(profile: UncheckedProfile): ProviderProfile {
  const subject = textIn(profile.subject);
  // OpenID Connect Core §2 allows 255 characters.
  if (subject === null || !isPlainText(subject) || !/^.{1,255}$/su.test(subject)) {
    throw new ProviderFailure(
      "unable_to_get_user_info",
      "the subject is no text of 1 to 255 characters",
    );
  }
  return {
    subject,
    email: textIn(profile.email),
    emailVerified: profile.emailVerified === true,
    name: textIn(profile.name),
    image: textIn(profile.image),
  };
}

const textIn = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** No provider grants more scopes, or longer ones; whatever is beyond is left out. */
const MAX_SCOPES = 64;
const MAX_SCOPE_LENGTH = 256;

/**
 * Returns the scopes that a token response names, or the requested ones when it names none (RFC
 * 6749 §5.1). Some providers separate them by commas.
 */
export const grantedScopes = (
  scope: string | undefined,
  requestedScopes: readonly string[],
): readonly string[] =>
  scope === undefined
    ? requestedScopes
    : (scope.match(/[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+/g) ?? [])
        .filter(({ length }) => length <= MAX_SCOPE_LENGTH)
        .slice(0, MAX_SCOPES);

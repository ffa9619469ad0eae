import type { ExternalIdentity } from "../ports/identity-provider.js";
import { ProviderFailure } from "./provider-failure.js";

/** Claims or userinfo, as a provider sent them. */
export type Claims = Readonly<Record<string, unknown>>;

export type ProviderProfile = Omit<ExternalIdentity, "scopes">;

/** OpenID Connect's claims (Core §5.1), or what plain OAuth 2.0 providers commonly call them. Throws `unable_to_get_user_info` without a subject. */
export function readCommonProfile(told: Claims): ProviderProfile {
  const subject = told.sub ?? told.id;
  return checkProfile({
    // A number beyond the safe ones would have been rounded: somebody else's.
    subject: Number.isSafeInteger(subject) ? String(subject) : (subject as string),
    email: told.email as string | null,
    emailVerified: told.email_verified as boolean,
    name: textIn(told.name) ?? textIn(told.login),
    image: textIn(told.picture) ?? textIn(told.avatar_url),
  });
}

/** The profile with nothing in it that is not of its type. Throws `unable_to_get_user_info` without a usable subject. */
export function checkProfile({
  subject,
  email,
  emailVerified,
  name,
  image,
}: ProviderProfile): ProviderProfile {
  // 255 characters at most, says OpenID Connect Core §2; control characters and lone surrogates would not survive a database.
  if (textIn(subject) === null || !/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(subject)) {
    throw new ProviderFailure(
      "unable_to_get_user_info",
      "the subject is no text of 1 to 255 characters",
    );
  }
  return {
    subject,
    email: textIn(email),
    emailVerified: (emailVerified as unknown) === true,
    name: textIn(name),
    image: textIn(image),
  };
}

const textIn = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** More, or longer ones, are no scopes but a provider out of its mind. */
const MOST_SCOPES = 64;
const MAX_SCOPE = 256;

/** The scopes in a token response; those asked for when it names none (RFC 6749 §5.1). Some providers separate them by commas. */
export const grantedScopes = (
  scope: string | undefined,
  asked: readonly string[],
): readonly string[] =>
  scope === undefined
    ? asked
    : (scope.match(/[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+/g) ?? [])
        .filter(({ length }) => length <= MAX_SCOPE)
        .slice(0, MOST_SCOPES);

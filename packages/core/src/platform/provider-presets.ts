import { GOOGLE_ISSUER, isHostedByGoogle } from "./email-voucher.js";
import { isJsonObject } from "./json-object.js";
import type { OAuth2ProviderOptions } from "./oauth2-provider.js";
import type { OpenIdProviderOptions } from "./openid-provider.js";
import { ProviderFailure } from "./provider-failure.js";
import type { ProviderFetch } from "./provider-fetch.js";
import { type Claims, type ProviderProfile, readCommonProfile } from "./provider-profile.js";

/** The options of `openIdProvider` that are the same for every application. */
export type OpenIdPreset = Omit<OpenIdProviderOptions, "clientId" | "clientSecret">;
/** The options of `oauth2Provider` that are the same for every application. */
export type OAuth2Preset = Omit<OAuth2ProviderOptions, "clientId" | "clientSecret">;

/**
 * Google accounts. The email address counts as verified where Google hosts the mailbox: for
 * `@gmail.com`, and for accounts of a Workspace, whose id_token has `hd`.
 *
 * @example
 * const google = openIdProvider({ ...GOOGLE, clientId: "1234.apps.googleusercontent.com", clientSecret: googleSecret });
 */
export const GOOGLE: OpenIdPreset = {
  id: "google",
  name: "Google",
  issuer: GOOGLE_ISSUER,
  vouchesForEmail: isHostedByGoogle,
};

/**
 * Accounts at GitLab.com. For an installation of one's own, name its URL as `issuer`.
 *
 * @example
 * const gitlab = openIdProvider({ ...GITLAB, issuer: "https://gitlab.example.com", clientId, clientSecret });
 */
export const GITLAB: OpenIdPreset = {
  id: "gitlab",
  name: "GitLab",
  issuer: "https://gitlab.com",
};

/**
 * Microsoft accounts of any tenant, and personal ones. The issuer of the tenant is validated, and
 * the subject is the id of the tenant and the tenant's own id of the user, so that no tenant can
 * stand for another. The email address never counts as verified, because administrators of a tenant
 * may enter any.
 *
 * For one tenant only, name its issuer, with the tenant's id instead of its domain; the subject is
 * then the tenant's own.
 *
 * @example
 * const issuer = "https://login.microsoftonline.com/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0";
 * const microsoft = openIdProvider({ ...MICROSOFT, issuer, clientId, clientSecret });
 */
export const MICROSOFT: OpenIdPreset = {
  id: "microsoft",
  name: "Microsoft",
  issuer: "https://login.microsoftonline.com/common/v2.0",
  tenantIssuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
  vouchesForEmail: false,
};

/**
 * Accounts at GitHub.com. The email address is the primary one of the account, and only once GitHub
 * has verified it. For GitHub Enterprise Server, name its `endpoints`.
 *
 * @example
 * const github = oauth2Provider({ ...GITHUB, clientId: "Iv1.8a61f9b3a7aba766", clientSecret: githubSecret });
 */
export const GITHUB: OAuth2Preset = {
  id: "github",
  name: "GitHub",
  endpoints: {
    authorization: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token",
    userinfo: "https://api.github.com/user",
  },
  scopes: ["read:user", "user:email"],
  clientAuthentication: "client_secret_post",
  readProfile: readGitHubProfile,
};

/**
 * The profile itself shows an email address that the user chose to publish, and does not say
 * whether it is verified.
 */
async function readGitHubProfile(user: Claims, fetch: ProviderFetch): Promise<ProviderProfile> {
  const response = await fetch("user/emails?per_page=100");
  const emails: unknown = response.ok ? await response.json() : null;
  if (!Array.isArray(emails))
    throw new ProviderFailure(
      "unable_to_get_user_info",
      `the email addresses are no list (status ${response.status})`,
    );
  const trusted: unknown = emails.find(
    (entry: unknown) =>
      isJsonObject(entry) && entry["primary"] === true && entry["verified"] === true,
  );
  const email = isJsonObject(trusted) ? trusted["email"] : null;
  return readCommonProfile({ ...user, email, email_verified: email !== null });
}

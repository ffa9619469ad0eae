import type { Secret } from "../kernel/secret.js";

/**
 * The values of one authorization request (RFC 6749 §4.1.1). They are made when a browser is sent
 * to the provider, and are needed again when the provider sends it back to the callback URL.
 */
export interface AuthorizationRequest {
  /** Ties the callback to the browser that was sent (RFC 6749 §10.12). */
  readonly state: Secret;
  /**
   * Bound into the id_token (OpenID Connect Core §3.1.2.1). A provider without id_tokens ignores
   * it.
   */
  readonly nonce: Secret;
  /**
   * 43 to 128 characters. Only its S256 hash leaves the server before the code is exchanged (RFC
   * 7636).
   */
  readonly codeVerifier: Secret;
  /** The callback URL of this service. Constant for a provider, and registered with it. */
  readonly redirectUri: string;
}

/**
 * The user as the provider describes them. Only the subject is trusted; the email address is
 * trusted only where `emailVerified` is true.
 */
export interface ExternalIdentity {
  /** The provider's own id of the user: unique there, never reassigned, 1 to 255 characters. */
  readonly subject: string;
  /** As the provider spells it; null when it sends none. */
  readonly email: string | null;
  /** Whether the provider vouches for `email`. True only for the boolean `true`. */
  readonly emailVerified: boolean;
  /**
   * The display name; null when the provider sends none. It is cut to the length of a display name.
   */
  readonly name: string | null;
  /** URL of a picture; null when the provider sends none. */
  readonly image: string | null;
  /**
   * The scopes that the provider granted (RFC 6749 §3.3), in its order. Stored with the linked
   * account.
   */
  readonly scopes: readonly string[];
}

/** Why an answer of a provider cannot be used. The front end receives it as `?error=`. */
export type ProviderFault =
  /** The response names another issuer (RFC 9207). */
  | "issuer_mismatch"
  /** The provider refused the code, or its answer was no token response. */
  | "invalid_code"
  /**
   * The id_token is not signed by the provider, is for another client or another authorization
   * request, or has expired.
   */
  | "invalid_id_token"
  /** The user's claims cannot be read, or are about another user. */
  | "unable_to_get_user_info"
  /**
   * The provider cannot be reached, or answers too late, with too many bytes or with a redirect.
   */
  | "provider_unavailable";

/**
 * The result of an exchange with a provider. `detail` is for the operator's log: it never holds a
 * code, a token or a secret.
 */
export type ProviderVerdict<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: ProviderFault; readonly detail: string };

/**
 * How a provider answers with a form that its page posts to the callback URL (OAuth 2.0 Form Post
 * Response Mode). The form comes from another site, so it decides nothing: the browser goes on to
 * the same URL with what it says.
 */
export interface FormPost {
  /**
   * Returns the name that the form tells of the user; null without one. The user may have typed it.
   *
   * @param form The fields of the form, without those that were repeated or too long.
   */
  readName(form: Readonly<Record<string, string>>): string | null;
}

/**
 * An external OAuth 2.0 or OpenID Connect provider: authorization code flow with PKCE S256.
 * `openIdProvider` and `oauth2Provider` implement it; an application may implement it for a
 * provider that neither of them fits. No method throws for anything that the provider does: faults
 * are returned.
 *
 * @example
 * class PartnerProvider implements IdentityProvider {
 *   readonly id = PARTNER_ID;
 *   readonly name = PARTNER_NAME;
 *   async authorizationUrl({ state, codeVerifier, redirectUri }: AuthorizationRequest) {
 *     return { ok: true, value: await partner.loginUrl({ state, codeVerifier, redirectUri }) } as const;
 *   }
 *   async identify({ code }: Readonly<Record<string, string>>, { codeVerifier }: AuthorizationRequest) {
 *     return { ok: true, value: await partner.userOf(code, codeVerifier) } as const;
 *   }
 * }
 */
export interface IdentityProvider {
  /**
   * Names the provider in paths and in linked accounts: 1 to 32 of `a-z`, `0-9` and `-`. It must
   * never change.
   */
  readonly id: string;
  /** What a sign-in page calls the provider. */
  readonly name: string;
  /**
   * Set where the provider posts a form to the callback URL. Without it, it redirects the browser
   * there.
   */
  readonly formPost?: FormPost;
  /**
   * Builds the URL to which the browser is sent. A provider that is configured by discovery learns
   * its endpoints here, on first use.
   *
   * @returns The URL, or `provider_unavailable` or `issuer_mismatch` when the endpoints cannot be
   * learnt.
   */
  authorizationUrl(request: AuthorizationRequest): Promise<ProviderVerdict<string>>;
  /**
   * Exchanges the code of a callback for the identity of the user, and checks the answer against
   * the request.
   *
   * @param callback The query parameters of the callback URL, without those that were repeated.
   * @param request The authorization request that the callback belongs to.
   */
  identify(
    callback: Readonly<Record<string, string>>,
    request: AuthorizationRequest,
  ): Promise<ProviderVerdict<ExternalIdentity>>;
}

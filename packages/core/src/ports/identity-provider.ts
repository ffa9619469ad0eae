import type { Secret } from "../kernel/secret.js";

/** The secrets of one trip to a provider and back. */
export interface Trip {
  readonly state: Secret;
  /** Bound into the id_token (OpenID Connect Core §3.1.2.1). */
  readonly nonce: Secret;
  /** 43 to 128 characters; only its S256 hash leaves the server before the exchange (RFC 7636). */
  readonly codeVerifier: Secret;
  /** Ours, and constant for a provider. */
  readonly redirectUri: string;
}

/** Who the provider says it is. Nothing of it is trusted but the subject, and the address only where the provider vouches for it. */
export interface ExternalIdentity {
  readonly subject: string;
  /** As the provider spells it; null when it tells none. */
  readonly email: string | null;
  /** True only for the boolean `true`. */
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly image: string | null;
  readonly scopes: readonly string[];
}

/** Why a provider's answer is worth nothing. Sent to the front end as `?error=`. */
export type ProviderFault =
  /** The response names another issuer (RFC 9207). */
  | "issuer_mismatch"
  /** The code was refused, or the answer to it was no token response. */
  | "invalid_code"
  /** The id_token is not signed by the provider, not for us, not of this trip, or expired. */
  | "invalid_id_token"
  /** What the provider tells of the person cannot be read, or is about another one. */
  | "unable_to_get_user_info"
  /** The provider cannot be reached, answers too late, too much or with a redirect. */
  | "provider_unavailable";

/** `detail` is for the operator's log. */
export type ProviderVerdict<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly because: ProviderFault; readonly detail: string };

/** An external OAuth 2.0 or OpenID Connect provider: authorization code with PKCE S256. Never throws for anything the provider does. */
export interface IdentityProvider {
  /** Names it in paths and in linked accounts: `[a-z0-9-]`, and for ever. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Where the browser is sent. Learns the provider's endpoints on first use. */
  authorizationUrl(trip: Trip): Promise<ProviderVerdict<string>>;
  /** Exchanges what the browser brought back, checked against the trip, for who it is. */
  identify(
    callback: Readonly<Record<string, string>>,
    trip: Trip,
  ): Promise<ProviderVerdict<ExternalIdentity>>;
}

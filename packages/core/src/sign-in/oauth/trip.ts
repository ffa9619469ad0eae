import type { SessionId } from "../../kernel/ids.js";
import type { ProviderFault } from "../../ports/identity-provider.js";
import type { Destinations } from "../../ports/links.js";

/** What a trip to a provider must remember, sealed until the browser is back. */
export interface TripNotes {
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly destinations: Destinations;
  /** The fresh session that wants to link an account; null for a sign-in. */
  readonly linkingSession: SessionId | null;
}

/** Why nobody was signed in, or nothing linked: what the front end finds as `?error=`. */
export type OAuthFault =
  | ProviderFault
  | ProviderRefusal
  /** The browser brings no state of its own, an old one, or one of another provider. */
  | "state_mismatch"
  | "oauth_provider_not_found"
  /** The provider tells no address that we could use. */
  | "email_not_found"
  /** Somebody here has the address, and it is not proven on both sides that they are the same person. */
  | "account_not_linked"
  /** Whoever set out to link an account is no longer signed in. */
  | "unable_to_link_account"
  | "account_already_linked_to_different_user";

/** What a provider may say instead of a code (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6); anything else is `provider_error`. */
const PROVIDER_REFUSALS = [
  "access_denied",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "invalid_request",
  "invalid_scope",
  "login_required",
  "server_error",
  "temporarily_unavailable",
  "unauthorized_client",
  "unsupported_response_type",
  "provider_error",
] as const;
type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number];

export const refusalOf = (error: string): ProviderRefusal =>
  PROVIDER_REFUSALS.find((known) => known === error) ?? "provider_error";

import type { ProviderFault } from "../../ports/identity-provider.js";

/**
 * Why a callback signed no user in, or linked no account. The front end receives it as `?error=`.
 */
export type OAuthFault =
  | ProviderFault
  | ProviderRefusal
  /**
   * The request has no state of this browser, or one that has expired, was used, or belongs to
   * another provider.
   */
  | "state_mismatch"
  | "oauth_provider_not_found"
  /** The provider sends no usable email address. */
  | "email_not_found"
  /** A user has the email address, but it is not verified on both sides. */
  | "account_not_linked"
  /** The email address has no user, and the application gives it no new account. */
  | "sign_up_not_allowed"
  /** The application offers no external providers any more. */
  | "sign_in_method_not_offered"
  /**
   * The application requires verified email addresses, and the user's is not: the verification link
   * was mailed.
   */
  | "email_not_verified"
  /** An operator has suspended the user whom the provider vouches for. */
  | "account_suspended"
  /** The user has enrolled a second factor, and the feature that asks for it is not there. */
  | "second_factor_required"
  /** The session that started the linking has ended, or is not the one of this request. */
  | "unable_to_link_account"
  | "account_already_linked_to_different_user";

/**
 * An error that an external provider answered with instead of a code. `provider_error` stands for
 * every unknown one.
 */
export type ProviderRefusal =
  | "access_denied"
  | "account_selection_required"
  | "consent_required"
  | "interaction_required"
  | "invalid_request"
  | "invalid_scope"
  | "login_required"
  | "server_error"
  | "temporarily_unavailable"
  | "unauthorized_client"
  | "unsupported_response_type"
  | "provider_error";

/** The errors of RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6. */
const KNOWN_REFUSALS: readonly ProviderRefusal[] = [
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
];

/**
 * How providers spell errors of their own. Letters and underscores only, so that no address and
 * hardly a token gets in.
 */
const OWN_ERROR = /^[a-z_]{1,64}$/;

/** Returns the error for the operator's log, and `provider_error` for text that may be anything. */
export const describeProviderError = (error: string): string =>
  OWN_ERROR.test(error) ? error : "provider_error";

/** Returns the known error code, and `provider_error` for any other text. */
export const parseProviderError = (error: string): ProviderRefusal =>
  KNOWN_REFUSALS.find((known) => known === error) ?? "provider_error";

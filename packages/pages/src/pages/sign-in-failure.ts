import { refusalText } from "../kernel/refusal-form.js";
import type { AnyVisit } from "../kernel/visit.js";
import type { PagesTexts } from "../texts/pages-texts.js";

/** What a code of `?error=` says. A code that is not listed is no reason to say anything. */
const FAILURES: Readonly<Record<string, (texts: PagesTexts, failed: string) => string>> = {
  state_mismatch: ({ signIn }) => signIn.expired,
  account_not_linked: ({ signIn }) => signIn.notLinked,
  email_not_verified: ({ refusals }) => refusals.EMAIL_NOT_VERIFIED,
  account_suspended: ({ refusals }) => refusals.ACCOUNT_SUSPENDED,
  second_factor_required: ({ refusals }) => refusals.SECOND_FACTOR_REQUIRED,
  email_not_found: (_, failed) => failed,
  oauth_provider_not_found: ({ refusals }) => refusals.PROVIDER_NOT_FOUND,
  account_already_linked_to_different_user: ({ security }) => security.accounts.taken,
  unable_to_link_account: ({ security }) => security.accounts.ended,
  access_denied: (_, failed) => failed,
  account_selection_required: (_, failed) => failed,
  consent_required: (_, failed) => failed,
  interaction_required: (_, failed) => failed,
  invalid_request: (_, failed) => failed,
  invalid_scope: (_, failed) => failed,
  login_required: (_, failed) => failed,
  server_error: (_, failed) => failed,
  temporarily_unavailable: (_, failed) => failed,
  unauthorized_client: (_, failed) => failed,
  unsupported_response_type: (_, failed) => failed,
  provider_error: (_, failed) => failed,
};

/**
 * Returns what a provider, or a mailed link or form, says by `?error=`: our words for a known code,
 * null for any other text.
 * @param failed what is said where the provider refused, or the sign-in was given up there
 */
export function signInFailure(visit: AnyVisit, failed: string): string | null {
  const error = visit.query["error"];
  if (error === undefined) return null;
  const ofProvider = Object.hasOwn(FAILURES, error) ? FAILURES[error] : undefined;
  if (ofProvider) return ofProvider(visit.texts, failed);
  return refusalText(error.toUpperCase(), visit) ?? null;
}

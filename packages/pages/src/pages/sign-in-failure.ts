import { isErrorCode } from "@acme/auth-core/surface";
import type { PagesTexts } from "../texts/pages-texts.js";

/** What a code of `?error=` says. A code that is not listed is no reason to say anything. */
const FAILURES: Readonly<Record<string, (texts: PagesTexts) => string>> = {
  state_mismatch: ({ signIn }) => signIn.expired,
  account_not_linked: ({ signIn }) => signIn.notLinked,
  email_not_verified: ({ refusals }) => refusals.EMAIL_NOT_VERIFIED,
  account_suspended: ({ refusals }) => refusals.ACCOUNT_SUSPENDED,
  email_not_found: ({ signIn }) => signIn.failed,
  oauth_provider_not_found: ({ refusals }) => refusals.PROVIDER_NOT_FOUND,
  account_already_linked_to_different_user: ({ security }) => security.accounts.taken,
  unable_to_link_account: ({ security }) => security.accounts.ended,
  access_denied: ({ signIn }) => signIn.failed,
  account_selection_required: ({ signIn }) => signIn.failed,
  consent_required: ({ signIn }) => signIn.failed,
  interaction_required: ({ signIn }) => signIn.failed,
  invalid_request: ({ signIn }) => signIn.failed,
  invalid_scope: ({ signIn }) => signIn.failed,
  login_required: ({ signIn }) => signIn.failed,
  server_error: ({ signIn }) => signIn.failed,
  temporarily_unavailable: ({ signIn }) => signIn.failed,
  unauthorized_client: ({ signIn }) => signIn.failed,
  unsupported_response_type: ({ signIn }) => signIn.failed,
  provider_error: ({ signIn }) => signIn.failed,
};

/**
 * Returns what a provider, or a mailed link or form, says by `?error=`: our words for a known code,
 * null for any other text.
 */
export function signInFailure(code: string | undefined, texts: PagesTexts): string | null {
  if (code === undefined) return null;
  const ofProvider = Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined;
  if (ofProvider) return ofProvider(texts);
  const refusal = code.toUpperCase();
  return isErrorCode(refusal) ? texts.refusals[refusal] : null;
}

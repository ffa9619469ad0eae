import type { SignInOutcome } from "../../ports/metrics.js";
import type { OAuthOutcome } from "./oauth.js";

/** Faults of the provider or of this service, about which the user can do nothing. */
const FAILURES: ReadonlySet<string> = new Set([
  "provider_unavailable",
  "server_error",
  "temporarily_unavailable",
]);
const FAULTS_OF_LINKING: ReadonlySet<string> = new Set([
  "unable_to_link_account",
  "account_already_linked_to_different_user",
]);

/** Returns what the outcome of a callback means for metrics; null where an account was linked, or could not be. */
export function outcomeOfSignIn(outcome: OAuthOutcome): SignInOutcome | null {
  if (outcome.ok) return outcome.signedIn ? "succeeded" : null;
  if (FAULTS_OF_LINKING.has(outcome.reason)) return null;
  return FAILURES.has(outcome.reason) ? "failed" : "refused";
}

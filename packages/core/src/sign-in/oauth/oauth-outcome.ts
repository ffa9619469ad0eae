import type { SignedIn } from "../../account/session/open-session.js";
import type { Continuation } from "../../kernel/continuation.js";
import type { ApplicationErrorCode } from "../../kernel/errors.js";
import type { Destinations } from "../../ports/links.js";
import type { SignInOutcome } from "../../ports/metrics.js";
import type { OAuthFault } from "./oauth-fault.js";

/** The outcome of a callback. */
export type OAuthOutcome =
  | {
      readonly ok: true;
      /** The new session; null where an account was linked. */
      readonly signedIn: SignedIn | null;
      /** Whether the user was created by this sign-in. */
      readonly isNew: boolean;
      readonly destinations: Destinations;
    }
  | {
      readonly ok: false;
      /**
       * A code of `defineErrors` where a subscriber of the application refused, or the gate of a
       * feature withheld the sign-in.
       */
      readonly reason: OAuthFault | ApplicationErrorCode;
      /** Null when the callback belongs to no authorization request of this browser. */
      readonly destinations: Destinations | null;
      /** How the browser goes on, where the gate of a feature withheld the sign-in. */
      readonly continuation?: Continuation;
    };

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

/**
 * Returns what the outcome of a callback means for metrics; null where an account was linked, or
 * could not be.
 */
export function outcomeOfSignIn(outcome: OAuthOutcome): SignInOutcome | null {
  if (outcome.ok) return outcome.signedIn ? "succeeded" : null;
  if (FAULTS_OF_LINKING.has(outcome.reason)) return null;
  return FAILURES.has(outcome.reason) ? "failed" : "refused";
}

import { AuthClientError } from "@acme/auth-client";

/** Thrown where a person closes a dialog instead of going on. There is nothing to say about it. */
export class GivenUp extends Error {}

/** What went wrong, in words; null when there is nothing to say. */
export function explain(problem: unknown): string | null {
  if (problem instanceof GivenUp) return null;
  if (problem instanceof AuthClientError)
    return problem.retryAfter === null
      ? problem.message
      : `${problem.message} ${waitFor(problem.retryAfter)}`;
  if (problem instanceof DOMException) return explainCeremony(problem);
  console.error(problem);
  return "Something went wrong in this page. Reload it and try again.";
}

/** Why a browser did nothing with a passkey. */
function explainCeremony({ name }: DOMException): string | null {
  switch (name) {
    case "AbortError":
      return null;
    case "InvalidStateError":
      return "There is a passkey for your account on this device already.";
    case "SecurityError":
      return "Passkeys do not work at the URL of this page.";
    case "NotAllowedError":
      return "No passkey was used: it was cancelled, or it took too long. You can try again.";
    default:
      return "This device could not do that with a passkey.";
  }
}

function waitFor(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `You can try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}

/**
 * What may stand in `?error=` after a mailed link or, in lower case, after a visit to a provider.
 */
const FAILED_REDIRECTS: Readonly<Record<string, string>> = {
  UNAUTHORIZED: "Your session has ended. Please sign in again.",
  INVALID_TOKEN: "This link does not work any more. Ask for a new one.",
  TOKEN_EXPIRED: "This link has expired. Ask for a new one.",
  ACCOUNT_SUSPENDED: "This account is suspended. Ask those who run this service.",
  ACCESS_DENIED: "The provider did not let you through, or you cancelled there.",
  STATE_MISMATCH:
    "That sign-in was begun in another browser, or took too long. Please begin again.",
  EMAIL_NOT_FOUND: "The provider gave us no email address. Sign in another way.",
  ACCOUNT_NOT_LINKED:
    "There is an account with this email address already. Sign in to it another way, then link the provider on your account page.",
  ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER:
    "That account at the provider is linked to somebody else here.",
  UNABLE_TO_LINK_ACCOUNT:
    "You were signed out meanwhile, so nothing was linked. Sign in and try again.",
};

/** An attacker can write the parameter: only what we know is shown. */
export function explainRedirect(url: URL): string | null {
  const code = url.searchParams.get("error");
  return code === null
    ? null
    : (FAILED_REDIRECTS[code.toUpperCase()] ??
        "That did not work. Please try again, or choose another way.");
}

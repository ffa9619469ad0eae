import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import * as auth from "./auth.js";

/** Both steps need a fresh session: the service refuses with `SESSION_NOT_FRESH` otherwise. */
export async function addPasskey(): Promise<auth.Passkey> {
  const optionsJSON = await auth.passkeyCreationOptions();
  return auth.registerPasskey(await startRegistration({ optionsJSON }));
}

/** While it lasts nothing is offered: an offer would put an end to it, as there is but one ceremony at a time. */
let asking = false;

/** Lets the browser ask which passkey. Puts an end to a waiting offer of `offerAutofill`. */
export async function signInByPasskey(): Promise<auth.SignedIn> {
  asking = true;
  try {
    const optionsJSON = await auth.passkeyRequestOptions();
    return await auth.signInByPasskey(await startAuthentication({ optionsJSON }));
  } finally {
    asking = false;
  }
}

/** A little less than the service keeps a challenge. */
const OFFER_MS = 4.5 * 60_000;

interface Autofill {
  /** Ends the offer. */
  readonly signal: AbortSignal;
  readonly signedIn: () => void;
  /** The service refused the chosen passkey. */
  readonly refused: (problem: unknown) => void;
}

/** Has the browser offer passkeys in the field with `autocomplete="… webauthn"`, for as long as the page is there. */
export async function offerAutofill({ signal, signedIn, refused }: Autofill): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  const offer = async () => {
    const optionsJSON = await auth.passkeyRequestOptions();
    if (signal.aborted || asking) return;
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    await auth.signInByPasskey(response).then(signedIn, refused);
  };
  // The user has not asked for the offer, so a failure of it is not shown.
  const renew = () => void offer().catch(() => undefined);
  // Each offer takes the place of the one before it, whose challenge is about to expire.
  const timer = setInterval(renew, OFFER_MS);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    WebAuthnAbortService.cancelCeremony();
  });
  renew();
}

import type {
  Passkey,
  PasskeyVerifyAuthenticationBody,
  PasskeyVerifyRegistrationBody,
} from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { call } from "./service.js";
import { leavingPage } from "./view/router.js";

/**
 * There is but one ceremony at a time: the next puts an end to the one before, and so does going on
 * to another page.
 */
let ceremony = new AbortController();
function nextCeremony(): AbortSignal {
  const next = new AbortController();
  ceremony.abort();
  ceremony = next;
  leavingPage().addEventListener("abort", () => next.abort());
  return next.signal;
}

/** Both steps need a fresh session: the service refuses with `SESSION_NOT_FRESH` otherwise. */
export async function addPasskey(): Promise<Passkey> {
  const options = await call(routes.passkey.generateRegisterOptions, {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const created = await navigator.credentials.create({ publicKey, signal: nextCeremony() });
  return call(routes.passkey.verifyRegistration, { response: inJson(created) });
}

/** While it lasts nothing is offered: an offer would put an end to it. */
let asking = false;

/** Lets the browser ask which passkey. Puts an end to a waiting offer of `offerAutofill`. */
export async function signInByPasskey(): Promise<void> {
  asking = true;
  try {
    const publicKey = await requestOptions();
    const signal = nextCeremony();
    await verify(await navigator.credentials.get({ publicKey, signal }));
  } catch (problem) {
    // A user who cancelled may still choose one in the field.
    renewOffer();
    throw problem;
  } finally {
    asking = false;
  }
}

/** Makes the latest offer anew, for as long as its page is there. */
let renewOffer = (): void => undefined;

/** A little less than the service keeps a challenge. */
const OFFER_MS = 4.5 * 60_000;

interface Autofill {
  /** Ends the offer. */
  readonly signal: AbortSignal;
  readonly signedIn: () => void;
  /** The service refused the chosen passkey. */
  readonly refused: (problem: unknown) => void;
}

/**
 * Has the browser offer passkeys in the field with `autocomplete="… webauthn"`, for as long as the
 * page is there.
 */
export async function offerAutofill({ signal, signedIn, refused }: Autofill): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
  const offer = async () => {
    const publicKey = await requestOptions();
    if (signal.aborted || asking) return;
    const chosen = await navigator.credentials.get({
      publicKey,
      mediation: "conditional",
      signal: nextCeremony(),
    });
    await verify(chosen).then(signedIn, refused);
  };
  // The user has not asked for the offer, so a failure of it is not shown.
  renewOffer = () => {
    if (!signal.aborted) void offer().catch(() => undefined);
  };
  // Each offer takes the place of the one before it, whose challenge is about to expire.
  const timer = setInterval(renewOffer, OFFER_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  renewOffer();
}

const requestOptions = async (): Promise<PublicKeyCredentialRequestOptions> =>
  PublicKeyCredential.parseRequestOptionsFromJSON(
    await call(routes.passkey.generateAuthenticationOptions),
  );

const verify = (chosen: Credential | null): Promise<unknown> =>
  call(routes.passkey.verifyAuthentication, { response: inJson(chosen) });

/** What the two ceremonies send. The service tells them apart. */
type Response = PasskeyVerifyRegistrationBody["response"] &
  PasskeyVerifyAuthenticationBody["response"];

function inJson(credential: Credential | null): Response {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("", "NotAllowedError");
  return credential.toJSON() as object as Response;
}

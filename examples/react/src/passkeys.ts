import type {
  PasskeyVerifyAuthenticationBody,
  PasskeyVerifyRegistrationBody,
} from "@acme/auth-client";
import { auth } from "./session.js";

/** Makes a passkey of this device for the user who is signed in. */
export async function addPasskey(): Promise<void> {
  const options = await auth.passkey.generateRegisterOptions({});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  await auth.passkey.verifyRegistration({
    response: inJson(await navigator.credentials.create({ publicKey })),
  });
}

/** Lets the browser ask which passkey, and signs in with it. */
export async function signInByPasskey(): Promise<void> {
  const options = await auth.passkey.generateAuthenticationOptions();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  await auth.passkey.verifyAuthentication({
    response: inJson(await navigator.credentials.get({ publicKey })),
  });
}

type Response = PasskeyVerifyRegistrationBody["response"] &
  PasskeyVerifyAuthenticationBody["response"];

/** What the browser writes is what the service reads: WebAuthn defines both. */
const inJson = (credential: Credential | null) =>
  (credential as PublicKeyCredential).toJSON() as object as Response;

import { once } from "../kernel/once.js";
import type {
  Assertion,
  AuthenticationAnswer,
  AuthenticatorTransport,
  CeremonyVerdict,
  CredentialHint,
  NewCredential,
  RegistrationResponse,
  RelyingParty,
  WebAuthn,
} from "../ports/webauthn.js";
import {
  type AttestationObject,
  isSoundStatement,
  isWholeAuthenticatorData,
  readAttestationObject,
} from "./attestation.js";
import { decodeBase64url } from "./canonical-base64url.js";
import { isCanonicalSignature } from "./canonical-signature.js";
import { readClientData } from "./client-data.js";
import { ALGORITHMS, faultOfKey } from "./cose-key.js";
import { nameOfAuthenticator } from "./known-authenticators.js";

/** WebAuthn §4: credential ids are of at most this length. */
const MAX_CREDENTIAL_ID_BYTES = 1023;
/** RFC 9052 §7.1: the label of a key's algorithm. */
const COSE_ALGORITHM = 3;
const TRANSPORTS: readonly unknown[] = [
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
] satisfies readonly AuthenticatorTransport[];

async function importLibrary() {
  const [library, helpers] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  return { library, helpers };
}

/**
 * Loads the library at the first ceremony: its imports take half a second, which a start-up does
 * not wait for. Kept, because an import of what is loaded already still goes through the module
 * loader.
 */
const loadWebAuthn = once(importLibrary);
type Loaded = Awaited<ReturnType<typeof loadWebAuthn>>;

/**
 * The default `WebAuthn`: @simplewebauthn/server, and the checks of bytes that it leaves to its
 * callers. Attestation is not requested, and proves nothing when it is sent all the same.
 */
export function createWebAuthn(): WebAuthn {
  return {
    async registrationOptions({ id, name }, request) {
      const { library } = await loadWebAuthn();
      const options = await library.generateRegistrationOptions({
        rpID: id,
        rpName: name,
        challenge: bytesOf(request.challenge),
        userID: bytesOf(request.userHandle),
        userName: request.userName,
        userDisplayName: request.userDisplayName,
        timeout: request.timeoutMs,
        attestationType: "none",
        excludeCredentials: request.exclude.map(toDescriptor),
        authenticatorSelection: {
          residentKey: "required",
          userVerification: request.userVerification,
          ...(request.attachment && { authenticatorAttachment: request.attachment }),
        },
        supportedAlgorithmIDs: [...ALGORITHMS],
      });
      return { ...options, hints: [...request.hints] };
    },

    async authenticationOptions({ id }, request) {
      const { library } = await loadWebAuthn();
      const options = await library.generateAuthenticationOptions({
        rpID: id,
        challenge: bytesOf(request.challenge),
        timeout: request.timeoutMs,
        userVerification: "required",
        ...(request.allow.length > 0 && { allowCredentials: request.allow.map(toDescriptor) }),
      });
      // The library also lists the members that have no value.
      const given = Object.entries(options).filter(([, value]) => value !== undefined);
      const { hints } = request;
      return { ...Object.fromEntries(given), ...(hints.length > 0 && { hints: [...hints] }) };
    },

    readClientData,

    async verifyRegistration(party, challenge, response, mediation = null) {
      const loaded = await loadWebAuthn();
      const isAttended = mediation === null;
      return verdictOf(() => verifyAttested(loaded, { party, challenge, response, isAttended }));
    },

    async verifyAuthentication(party, challenge, answer) {
      const loaded = await loadWebAuthn();
      return verdictOf(() => verifyAssertion(loaded, { party, challenge, answer }));
    },

    authenticatorName: nameOfAuthenticator,
  };
}

/**
 * A ceremony that does not verify. The library throws errors of its own for most of the reasons.
 */
class Unverified extends Error {}

function demand(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new Unverified(reason);
}

async function verdictOf<Proven>(
  ceremony: () => Promise<Proven>,
): Promise<CeremonyVerdict<Proven>> {
  try {
    return { verified: true, proven: await ceremony() };
  } catch (failure) {
    return {
      verified: false,
      reason: failure instanceof Error ? failure.message : String(failure),
    };
  }
}

/** What both ceremonies are compared with. */
const expectationOf = ({ id, origins }: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...origins],
  expectedRPID: id,
});

interface Registration {
  readonly party: RelyingParty;
  readonly challenge: string;
  readonly response: RegistrationResponse;
  /** Whether the user must have been there, and verified. */
  readonly isAttended: boolean;
}

async function verifyAttested(
  { library, helpers }: Loaded,
  { party, challenge, response, isAttended }: Registration,
): Promise<NewCredential> {
  const { id, rawId, response: answer } = response;
  demand(decodeBase64url(id) !== null && id === rawId, "the credential id is malformed");
  demand(readClientData(answer.clientDataJSON) !== null, "the client data is malformed");
  const attestation = readAttestationObject(answer.attestationObject, helpers);
  demand(
    attestation !== null,
    "the attestation object is malformed, or of a format that is not taken",
  );

  const { verified, registrationInfo } = await library.verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: answer.clientDataJSON,
        attestationObject: answer.attestationObject,
      },
    },
    ...expectationOf(party, challenge),
    requireUserPresence: isAttended,
    requireUserVerification: isAttended,
    supportedAlgorithmIDs: [...ALGORITHMS],
  });
  demand(verified, "the attestation statement does not verify");

  const { credential, aaguid, credentialDeviceType, credentialBackedUp, userVerified } =
    registrationInfo;
  const algorithm = checkAttested(helpers, attestation, credential.publicKey);
  demand(credential.id === id, "the authenticator made another credential than the client names");
  demand(bytesOf(credential.id).length <= MAX_CREDENTIAL_ID_BYTES, "the credential id is too long");
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    algorithm,
    counter: credential.counter,
    transports: knownTransports(answer.transports),
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    aaguid,
    userVerified,
  };
}

/**
 * Checks the key and the data of a new credential as the library does not. Returns the key's
 * algorithm.
 */
function checkAttested(
  helpers: Loaded["helpers"],
  attestation: AttestationObject,
  publicKey: Uint8Array<ArrayBuffer>,
): number {
  const key = decodeKey(helpers, publicKey);
  const algorithm = ALGORITHMS.find((offered) => offered === key.get(COSE_ALGORITHM));
  demand(algorithm !== undefined, "the public key is for an algorithm that was not offered");
  const fault = faultOfKey(key);
  if (fault !== null) throw new Unverified(fault);
  demand(isSoundStatement(attestation, key), "the self attestation is not of the key's algorithm");
  checkAuthenticatorData(helpers, attestation.authenticatorData);
  return algorithm;
}

const checkAuthenticatorData = (helpers: Loaded["helpers"], data: Uint8Array<ArrayBuffer>): void =>
  demand(
    isWholeAuthenticatorData(data, helpers),
    "the authenticator data does not end with its parts",
  );

interface Authentication {
  readonly party: RelyingParty;
  readonly challenge: string;
  readonly answer: AuthenticationAnswer;
}

async function verifyAssertion(
  { library, helpers }: Loaded,
  { party, challenge, answer }: Authentication,
): Promise<Assertion> {
  const { passkey, userVerification, response } = answer;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response.response;
  const signed = decodeBase64url(authenticatorData);
  demand(
    response.id === response.rawId && response.id === passkey.credentialId,
    "the client names another credential",
  );
  demand(readClientData(clientDataJSON) !== null, "the client data is malformed");
  demand(signed !== null, "the authenticator data is malformed");
  const signatureBytes = decodeBase64url(signature);
  const key = decodeKey(helpers, bytesOf(passkey.publicKey));
  demand(
    signatureBytes !== null && isCanonicalSignature(key.get(COSE_ALGORITHM), signatureBytes),
    "the signature is malformed",
  );
  demand(userHandle === null || typeof userHandle === "string", "the user handle is malformed");
  checkAuthenticatorData(helpers, new Uint8Array(signed));

  const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
    response: {
      id: response.id,
      rawId: response.rawId,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    ...expectationOf(party, challenge),
    requireUserVerification: userVerification === "required",
    // With 0 the library judges no counter: the caller does, who knows the stored one.
    credential: { id: passkey.credentialId, publicKey: bytesOf(passkey.publicKey), counter: 0 },
  });
  demand(verified, "the signature does not verify");
  const { newCounter, credentialDeviceType, credentialBackedUp, userVerified } = authenticationInfo;
  return {
    counter: newCounter,
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    userVerified,
  };
}

/** Decodes a COSE key (RFC 9052 §7): a map from labels to values. */
function decodeKey(
  { decodeCredentialPublicKey }: Loaded["helpers"],
  bytes: Uint8Array<ArrayBuffer>,
): ReadonlyMap<unknown, unknown> {
  const key: unknown = decodeCredentialPublicKey(bytes);
  demand(key instanceof Map, "the public key is no map");
  return key;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(base64url, "base64url"));

const toDescriptor = ({ credentialId, transports }: CredentialHint) => ({
  id: credentialId,
  ...(transports.length > 0 && { transports: [...transports] }),
});

/**
 * Returns the transports that WebAuthn knows, in the client's order, each once. They are hints, and
 * the client may send anything.
 */
function knownTransports(hints: unknown): readonly AuthenticatorTransport[] {
  if (!Array.isArray(hints)) return [];
  return [...new Set(hints)].filter((hint): hint is AuthenticatorTransport =>
    TRANSPORTS.includes(hint),
  );
}

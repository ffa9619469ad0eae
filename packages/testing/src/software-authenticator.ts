import { randomBytes } from "node:crypto";
import { AUTHENTICATION_BREAKS } from "./authentication-breaks.js";
import { type AuthenticatorData, hashOfRpId } from "./authenticator-data.js";
import type { CborMap } from "./cbor.js";
import { attest, performCeremony, signAssertion } from "./ceremony.js";
import type {
  AuthenticationResponseJSON,
  CreationOptionsJSON,
  CredentialDescriptorJSON,
  RegistrationResponseJSON,
  RequestOptionsJSON,
} from "./ceremony-json.js";
import {
  type AuthenticatorAlgorithm,
  COSE_ALGORITHMS,
  createCredentialKey,
  type CredentialKey,
} from "./cose-key.js";
import { REGISTRATION_BREAKS } from "./registration-breaks.js";
import { type AuthenticationTampering, type RegistrationTampering, through } from "./tampering.js";

/**
 * The name of a way in which a registration breaks a rule of WebAuthn: a key of
 * `REGISTRATION_BREAKS`.
 */
export type RegistrationBreak = keyof typeof REGISTRATION_BREAKS;
/**
 * The name of a way in which an assertion breaks a rule of WebAuthn: a key of
 * `AUTHENTICATION_BREAKS`.
 */
export type AuthenticationBreak = keyof typeof AUTHENTICATION_BREAKS;
/** Named breaks, and changes of one's own, which are made after them. */
export type RegistrationBreaks = {
  readonly [name in RegistrationBreak]?: boolean;
} & RegistrationTampering;
/** Named breaks of an assertion, and changes of one's own, which are made after them. */
export type AuthenticationBreaks = {
  readonly [name in AuthenticationBreak]?: boolean;
} & AuthenticationTampering;

/** The page that the authenticator serves, and what kind of authenticator it is. */
export interface SoftwareAuthenticatorOptions {
  /** Where the page is: scheme, host and port. */
  readonly origin: string;
  /** For options that name no relying party; by default the host of the origin, as in a browser. */
  readonly rpId?: string;
  /** The one kind of key it makes; by default whichever of its kinds is asked for first. */
  readonly algorithm?: AuthenticatorAlgorithm;
  /** Its model; by default all zero. */
  readonly aaguid?: string;
  /** Whether its passkeys may be copied to other devices. Default: true. */
  readonly backupEligible?: boolean;
  /** Whether they have been copied. Default: `backupEligible`. */
  readonly backedUp?: boolean;
  /**
   * `counting` (by default): 1 at registration, and one more at each use. `zero`: it keeps none.
   */
  readonly counter?: "counting" | "zero";
  /** Whether it can verify its user (by default); it does unless that is discouraged. */
  readonly verifiesUser?: boolean;
  /**
   * `packed`: it signs for its new key with that key (WebAuthn §8.2). By default there is no
   * attestation.
   */
  readonly attestation?: "none" | "packed";
  /** What it adds to its authenticator data. */
  readonly extensions?: CborMap;
  /** By default `internal` and `hybrid`. */
  readonly transports?: readonly string[];
}

/** A discoverable credential that the authenticator holds. */
export interface ResidentCredential {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  readonly key: CredentialKey;
  /** The counter it last showed. */
  readonly counter: number;
}

/**
 * A browser with an authenticator in it, for tests: real keys, real signatures, and no dialogs. It
 * keeps discoverable credentials and answers as `navigator.credentials` and `toJSON()` do; where a
 * browser would refuse, it throws. With `breaks`, the answer breaks a rule of WebAuthn.
 */
export interface SoftwareAuthenticator {
  /**
   * Of `PublicKeyCredentialCreationOptionsJSON`. Throws when it holds an excluded credential, or
   * can do none of the algorithms.
   */
  create(options: object, breaks?: RegistrationBreaks): RegistrationResponseJSON;
  /**
   * Of `PublicKeyCredentialRequestOptionsJSON`. Throws when it holds no credential that will do;
   * takes the newest of several.
   */
  get(options: object, breaks?: AuthenticationBreaks): AuthenticationResponseJSON;
  /** What it holds, oldest first. */
  readonly credentials: readonly ResidentCredential[];
}

const ZERO_AAGUID = "00000000-0000-0000-0000-000000000000";
const CREDENTIAL_ID_BYTES = 32;
const ALGORITHMS = Object.keys(COSE_ALGORITHMS) as AuthenticatorAlgorithm[];

/**
 * Creates an authenticator that holds no credentials yet.
 *
 * @example
 * const authenticator = createSoftwareAuthenticator({ origin: "https://app.example.com" });
 * const options = await auth.passkeys.registrationOptions(caller, { name: null, attachment: null });
 * const response = authenticator.create(options); // what the browser would send
 */
export function createSoftwareAuthenticator(
  options: SoftwareAuthenticatorOptions,
): SoftwareAuthenticator {
  const { origin, counter, attestation = "none", transports = ["internal", "hybrid"] } = options;
  const step = counter === "zero" ? 0 : 1;
  const credentials: ResidentCredential[] = [];
  const relyingParty = (asked: string | undefined): string =>
    asked ?? options.rpId ?? new URL(origin).hostname;
  const heldFor = (rpId: string): ResidentCredential[] =>
    credentials.filter((one) => one.rpId === rpId);

  return {
    credentials,

    create(asked, breaks = {}) {
      const { rp, user, challenge, pubKeyCredParams, excludeCredentials, authenticatorSelection } =
        asked as CreationOptionsJSON;
      const rpId = relyingParty(rp.id);
      if (heldFor(rpId).some((one) => listed(one, excludeCredentials ?? [])))
        throw new Error("InvalidStateError: a credential is excluded");
      const key = createCredentialKey(chooseAlgorithm(pubKeyCredParams, options.algorithm));
      const credential = {
        id: randomBytes(CREDENTIAL_ID_BYTES),
        rpId,
        userHandle: user.id,
        key,
        counter: step,
      };
      const attested = {
        aaguid: options.aaguid ?? ZERO_AAGUID,
        credentialId: credential.id,
        publicKey: key.cose,
      };
      const data = {
        ...plainData(credential, options, authenticatorSelection?.userVerification),
        attested,
      };
      credentials.push(credential);

      const tamperings = tamperingsOf<RegistrationBreak, RegistrationTampering>(
        REGISTRATION_BREAKS,
        breaks,
      );
      const ceremony = performCeremony(
        clientData("webauthn.create", challenge, origin),
        announced(data),
        tamperings,
      );
      const response: RegistrationResponseJSON = {
        ...envelope(credential),
        response: {
          clientDataJSON: ceremony.clientDataJSON.toString("base64url"),
          attestationObject: attest(ceremony, { format: attestation, key }, tamperings).toString(
            "base64url",
          ),
          authenticatorData: ceremony.authenticatorData.toString("base64url"),
          transports,
          publicKey: key.spki.toString("base64url"),
          publicKeyAlgorithm: COSE_ALGORITHMS[key.algorithm],
        },
      };
      return through(
        response,
        tamperings.map((one) => one.transformResponse),
      );
    },

    get(asked, breaks = {}) {
      const {
        challenge,
        rpId,
        allowCredentials = [],
        userVerification,
      } = asked as RequestOptionsJSON;
      const held = heldFor(relyingParty(rpId));
      const chosen =
        allowCredentials.length === 0
          ? held.at(-1)
          : held.findLast((one) => listed(one, allowCredentials));
      if (!chosen) throw new Error("NotAllowedError: the authenticator holds no such credential");
      const used = { ...chosen, counter: chosen.counter + step };
      credentials[credentials.indexOf(chosen)] = used;
      const data = plainData(
        breaks.counterValue === undefined ? used : { ...used, counter: breaks.counterValue },
        options,
        userVerification,
      );

      const tamperings = tamperingsOf<AuthenticationBreak, AuthenticationTampering>(
        AUTHENTICATION_BREAKS,
        breaks,
      );
      const ceremony = performCeremony(
        clientData("webauthn.get", challenge, origin),
        announced(data),
        tamperings,
      );
      const response: AuthenticationResponseJSON = {
        ...envelope(used),
        response: {
          clientDataJSON: ceremony.clientDataJSON.toString("base64url"),
          authenticatorData: ceremony.authenticatorData.toString("base64url"),
          signature: signAssertion(ceremony, used.key, tamperings).toString("base64url"),
          userHandle: used.userHandle,
        },
      };
      return through(
        response,
        tamperings.map((one) => one.transformResponse),
      );
    },
  };
}

/** The named breaks that are wanted, and then the caller's own changes. */
function tamperingsOf<Name extends string, Tampering extends object>(
  table: Readonly<Record<Name, Tampering>>,
  breaks: Tampering & { readonly [name in Name]?: boolean },
): readonly Tampering[] {
  const wanted = (Object.keys(table) as Name[]).filter((name) => breaks[name]);
  return [...wanted.map((name) => table[name]), breaks];
}

const listed = ({ id }: ResidentCredential, list: readonly CredentialDescriptorJSON[]): boolean =>
  list.some((one) => one.type === "public-key" && id.equals(Buffer.from(one.id, "base64url")));

function chooseAlgorithm(
  wanted: CreationOptionsJSON["pubKeyCredParams"],
  only: AuthenticatorAlgorithm | undefined,
): AuthenticatorAlgorithm {
  const able = only ? [only] : ALGORITHMS;
  for (const { type, alg } of wanted) {
    const found = able.find((name) => type === "public-key" && COSE_ALGORITHMS[name] === alg);
    if (found) return found;
  }
  throw new Error("NotSupportedError: the authenticator can do none of the algorithms");
}

function plainData(
  { rpId, counter }: ResidentCredential,
  {
    backupEligible = true,
    backedUp = backupEligible,
    verifiesUser = true,
    extensions,
  }: SoftwareAuthenticatorOptions,
  userVerification: string | undefined,
): AuthenticatorData {
  if (userVerification === "required" && !verifiesUser)
    throw new Error("NotAllowedError: the authenticator cannot verify its user");
  const userVerified = verifiesUser && userVerification !== "discouraged";
  const flags = {
    userPresent: true,
    userVerified,
    backupEligible,
    backedUp,
    attestedData: false,
    extensionData: false,
  };
  return {
    rpIdHash: hashOfRpId(rpId),
    flags,
    counter,
    attested: null,
    extensions: extensions ?? null,
    leftover: Buffer.alloc(0),
  };
}

/** With the flags of the parts that are there. */
const announced = (data: AuthenticatorData): AuthenticatorData => ({
  ...data,
  flags: {
    ...data.flags,
    attestedData: data.attested !== null,
    extensionData: data.extensions !== null,
  },
});

const clientData = (type: string, challenge: string, origin: string) => ({
  type,
  challenge,
  origin,
  crossOrigin: false,
});

function envelope({ id }: ResidentCredential) {
  const encoded = id.toString("base64url");
  return {
    id: encoded,
    rawId: encoded,
    type: "public-key",
    authenticatorAttachment: "platform",
    clientExtensionResults: {},
  } as const;
}

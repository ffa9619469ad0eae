import { type AuthenticatorData, encodeAuthenticatorData, sha256 } from "./authenticator-data.js";
import { type CborMap, type CborValue, encodeCbor } from "./cbor.js";
import { COSE_ALGORITHMS, type CredentialKey } from "./cose-key.js";
import {
  type AuthenticationTampering,
  type CeremonyTampering,
  type ClientDataMembers,
  type RegistrationTampering,
  through,
} from "./tampering.js";

/** What browser and authenticator produce in either ceremony, as bytes. */
export interface SignedCeremony {
  readonly clientDataJSON: Buffer;
  readonly authenticatorData: Buffer;
  /** What signatures are over: authenticator data and client data hash (WebAuthn §6.3.3). */
  readonly message: Buffer;
}

export function performCeremony(
  clientData: ClientDataMembers,
  data: AuthenticatorData,
  tamperings: readonly CeremonyTampering[],
): SignedCeremony {
  const members = through(
    clientData,
    tamperings.map((one) => one.transformClientData),
  );
  const clientDataJSON = through(
    Buffer.from(JSON.stringify(members)),
    tamperings.map((one) => one.transformClientDataJSON),
  );
  const parts = through(
    data,
    tamperings.map((one) => one.transformAuthenticatorData),
  );
  const authenticatorData = through(
    encodeAuthenticatorData(parts),
    tamperings.map((one) => one.transformAuthenticatorDataBytes),
  );
  return {
    clientDataJSON,
    authenticatorData,
    message: Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
  };
}

export interface AttestationChoice {
  readonly format: "none" | "packed";
  readonly key: CredentialKey;
}

export function attest(
  ceremony: SignedCeremony,
  { format, key }: AttestationChoice,
  tamperings: readonly RegistrationTampering[],
): Buffer {
  const material = {
    algorithm: COSE_ALGORITHMS[key.algorithm],
    signature: key.sign(ceremony.message),
  };
  const statement = new Map<string, CborValue>(
    format === "none"
      ? []
      : [
          ["alg", material.algorithm],
          ["sig", material.signature],
        ],
  );
  const honest: CborMap = new Map<string, CborValue>([
    ["fmt", format],
    ["attStmt", statement],
    ["authData", ceremony.authenticatorData],
  ]);
  const changed = through(
    honest,
    tamperings.map((one) => one.transformAttestationObject),
    material,
  );
  return through(
    encodeCbor(changed),
    tamperings.map((one) => one.transformAttestationObjectBytes),
  );
}

export function signAssertion(
  { message }: SignedCeremony,
  key: CredentialKey,
  tamperings: readonly AuthenticationTampering[],
): Buffer {
  return through(
    key.sign(message),
    tamperings.map((one) => one.transformSignature),
  );
}

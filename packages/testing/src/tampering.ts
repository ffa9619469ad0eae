import type { AuthenticatorData } from "./authenticator-data.js";
import type { CborMap } from "./cbor.js";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "./ceremony-json.js";

/** The members of client data (WebAuthn §5.8.1), in the order in which they are written. */
export type ClientDataMembers = Readonly<Record<string, unknown>>;

/**
 * What may be changed on the way of any ceremony. The steps run in this order, and what comes later
 * is made of what came out: a changed client data is hashed and signed as changed.
 */
export interface CeremonyTampering {
  /** The members of the client data, before they are written as JSON. */
  readonly transformClientData?: (members: ClientDataMembers) => ClientDataMembers;
  /** The bytes of `clientDataJSON`. */
  readonly transformClientDataJSON?: (json: Buffer) => Buffer;
  /** The authenticator data, before it is encoded. */
  readonly transformAuthenticatorData?: (data: AuthenticatorData) => AuthenticatorData;
  /** The bytes of the authenticator data. */
  readonly transformAuthenticatorDataBytes?: (bytes: Buffer) => Buffer;
}

/** What attestation statements are made of. */
export interface AttestationMaterial {
  /** The credential's COSE algorithm. */
  readonly algorithm: number;
  /** The credential's signature over authenticator data and client data hash. */
  readonly signature: Buffer;
}

/** What may be changed on the way of a registration. */
export interface RegistrationTampering extends CeremonyTampering {
  /** `fmt`, `attStmt` and `authData`. */
  readonly transformAttestationObject?: (object: CborMap, material: AttestationMaterial) => CborMap;
  /** The bytes of the attestation object. */
  readonly transformAttestationObjectBytes?: (bytes: Buffer) => Buffer;
  /** The whole response, before it is returned. */
  readonly transformResponse?: (response: RegistrationResponseJSON) => RegistrationResponseJSON;
}

/** What may be changed on the way of an authentication. */
export interface AuthenticationTampering extends CeremonyTampering {
  /** The counter to show, instead of the credential's own. */
  readonly counterValue?: number;
  /** The bytes of the assertion's signature. */
  readonly transformSignature?: (signature: Buffer) => Buffer;
  /** The whole response, before it is returned. */
  readonly transformResponse?: (response: AuthenticationResponseJSON) => AuthenticationResponseJSON;
}

/** The value after every step that there is, in order. */
export function through<Value, Material extends readonly unknown[]>(
  value: Value,
  steps: readonly (((value: Value, ...material: Material) => Value) | undefined)[],
  ...material: Material
): Value {
  return steps.reduce((changed, step) => (step ? step(changed, ...material) : changed), value);
}

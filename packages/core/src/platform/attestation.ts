import type * as helpers from "@simplewebauthn/server/helpers";
import { decodeBase64url } from "./canonical-base64url.js";
import { isCanonicalSignature } from "./canonical-signature.js";

type Helpers = typeof helpers;

/** None of these makes the library go to the network; for the others it fetches revocation lists from addresses that certificates name. */
const FORMATS: readonly unknown[] = ["none", "packed", "fido-u2f", "tpm"];
const ALG = 3;
const HEADER_BYTES = 37;
const ATTESTED_HEADER_BYTES = 18;

export interface AttestationObject {
  readonly format: string;
  readonly statement: ReadonlyMap<unknown, unknown>;
  readonly authenticatorData: Uint8Array<ArrayBuffer>;
}

/** An attestation object (WebAuthn §6.5.4) with nothing in it or behind it that should not be there; null otherwise, and for formats that are not taken. */
export function readAttestationObject(
  encoded: string,
  { isoCBOR }: Helpers,
): AttestationObject | null {
  const bytes = decodeBase64url(encoded);
  if (!bytes) return null;
  const object: unknown = isoCBOR.decodeFirst(new Uint8Array(bytes));
  if (!(object instanceof Map) || object.size !== 3) return null;
  // The decoder stops after the first item and shortens strings that end too early: only what encodes to the same bytes was all there.
  if (!bytes.equals(isoCBOR.encode(object))) return null;
  const format: unknown = object.get("fmt");
  const statement: unknown = object.get("attStmt");
  const authenticatorData: unknown = object.get("authData");
  if (typeof format !== "string" || !FORMATS.includes(format)) return null;
  return statement instanceof Map && authenticatorData instanceof Uint8Array
    ? { format, statement, authenticatorData: new Uint8Array(authenticatorData) }
    : null;
}

/** The library lets a self attestation's algorithm differ from its key's (WebAuthn §8.2), and puts up with more in its statement. */
export function isSoundStatement(
  { format, statement }: AttestationObject,
  key: ReadonlyMap<unknown, unknown>,
): boolean {
  if (format !== "packed" || statement.has("x5c")) return true;
  const signature = statement.get("sig");
  if (statement.size !== 2 || statement.get("alg") !== key.get(ALG)) return false;
  return signature instanceof Uint8Array && isCanonicalSignature(key.get(ALG), signature);
}

/** Whether authenticator data ends where its parts do, to the byte. The library overlooks extensions that end too early. */
export function isWholeAuthenticatorData(
  bytes: Uint8Array<ArrayBuffer>,
  { parseAuthenticatorData }: Helpers,
): boolean {
  const { credentialID, credentialPublicKey, extensionsDataBuffer } = parseAuthenticatorData(bytes);
  const attested = credentialID ? ATTESTED_HEADER_BYTES + credentialID.length : 0;
  const tail = Buffer.concat([
    credentialPublicKey ?? Buffer.alloc(0),
    extensionsDataBuffer ?? Buffer.alloc(0),
  ]);
  return tail.equals(bytes.subarray(HEADER_BYTES + attested));
}

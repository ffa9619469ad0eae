import type * as helpers from "@simplewebauthn/server/helpers";
import { decodeBase64url } from "./canonical-base64url.js";
import { isCanonicalSignature } from "./canonical-signature.js";

type Helpers = typeof helpers;

/**
 * The formats that are accepted. For the others the library would fetch revocation lists from URLs
 * that the certificates name.
 */
const FORMATS: readonly unknown[] = ["none", "packed", "fido-u2f", "tpm"];
const ALG = 3;
const HEADER_BYTES = 37;
const ATTESTED_HEADER_BYTES = 18;

/** A decoded attestation object (WebAuthn §6.5.4). */
export interface AttestationObject {
  readonly format: string;
  readonly statement: ReadonlyMap<unknown, unknown>;
  readonly authenticatorData: Uint8Array<ArrayBuffer>;
}

/**
 * Decodes an attestation object. Null for a format that is not accepted, and when anything is in it
 * or after it that the specification does not know.
 */
export function readAttestationObject(
  encoded: string,
  { isoCBOR }: Helpers,
): AttestationObject | null {
  const bytes = decodeBase64url(encoded);
  if (!bytes) return null;
  const object: unknown = isoCBOR.decodeFirst(new Uint8Array(bytes));
  if (!(object instanceof Map) || object.size !== 3) return null;
  // The decoder stops after the first item, and shortens strings that end too early: the object is
  // whole when it encodes to the same bytes.
  if (!bytes.equals(isoCBOR.encode(object))) return null;
  const format: unknown = object.get("fmt");
  const statement: unknown = object.get("attStmt");
  const authenticatorData: unknown = object.get("authData");
  if (typeof format !== "string" || !FORMATS.includes(format)) return null;
  return statement instanceof Map && authenticatorData instanceof Uint8Array
    ? { format, statement, authenticatorData: new Uint8Array(authenticatorData) }
    : null;
}

/**
 * Whether a statement is one that §8.2 allows. The library accepts a self attestation of another
 * algorithm than the key's, and unknown members.
 */
export function isSoundStatement(
  { format, statement }: AttestationObject,
  key: ReadonlyMap<unknown, unknown>,
): boolean {
  if (format !== "packed" || statement.has("x5c")) return true;
  const signature = statement.get("sig");
  if (statement.size !== 2 || statement.get("alg") !== key.get(ALG)) return false;
  return signature instanceof Uint8Array && isCanonicalSignature(key.get(ALG), signature);
}

/**
 * Whether authenticator data ends exactly where its parts end. The library accepts extensions that
 * end too early.
 */
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

import { randomBytes } from "node:crypto";
import type { AttestedCredential, AuthenticatorData } from "./authenticator-data.js";
import type { CborMap, CborValue } from "./cbor.js";
import { CEREMONY_BREAKS } from "./ceremony-breaks.js";
import { COSE_ALGORITHMS, COSE_LABELS, createUnofferedCoseKey } from "./cose-key.js";
import type { AttestationMaterial, RegistrationTampering } from "./tampering.js";

/** WebAuthn allows credential ids of up to 1023 bytes. */
const TOO_LONG = 1024;

const changed = <Key>(
  map: ReadonlyMap<Key, CborValue>,
  key: Key,
  value: CborValue,
): ReadonlyMap<Key, CborValue> => new Map(map).set(key, value);
const object = (
  transformAttestationObject: (honest: CborMap, material: AttestationMaterial) => CborMap,
): RegistrationTampering => ({
  transformAttestationObject,
});
const withoutMember = (member: string): RegistrationTampering =>
  object((honest) => new Map([...honest].filter(([name]) => name !== member)));
const attested = (
  change: (honest: AttestedCredential) => Partial<AttestedCredential>,
): RegistrationTampering => ({
  transformAuthenticatorData: (honest) => ({
    ...honest,
    attested: honest.attested && { ...honest.attested, ...change(honest.attested) },
  }),
});
const key = (change: (honest: CborMap) => CborMap): RegistrationTampering =>
  attested(({ publicKey }) => ({ publicKey: change(publicKey) }));
const announcing = (
  announced: boolean,
  { flags, ...honest }: AuthenticatorData,
): AuthenticatorData => ({
  ...honest,
  flags: { ...flags, attestedData: announced },
});

/**
 * A self attestation (WebAuthn §8.2) of the credential, with some members changed or, by
 * `undefined`, left out.
 */
const packed = (
  change: (material: AttestationMaterial) => Readonly<Record<string, CborValue | undefined>>,
): RegistrationTampering =>
  object((honest, material) => {
    const members: Readonly<Record<string, CborValue | undefined>> = {
      alg: material.algorithm,
      sig: material.signature,
      ...change(material),
    };
    const statement = Object.entries(members).filter(
      (member): member is [string, CborValue] => member[1] !== undefined,
    );
    return changed(changed(honest, "fmt", "packed"), "attStmt", new Map(statement));
  });

/** The credential id in the authenticator data and beside it. */
const credentialId = (id: Buffer): RegistrationTampering => ({
  ...attested(() => ({ credentialId: id })),
  transformResponse: (honest) => ({
    ...honest,
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
  }),
});

/** The point of order 1. */
const SMALL_ORDER_KEY: CborMap = new Map<number, number | Buffer>([
  [COSE_LABELS.kty, 1],
  [COSE_LABELS.alg, COSE_ALGORITHMS.EdDSA],
  [COSE_LABELS.crv, 6],
  [COSE_LABELS.x, Buffer.concat([Buffer.of(1), Buffer.alloc(31)])],
]);

/** What can be broken when a passkey is made. */
export const REGISTRATION_BREAKS = {
  ...CEREMONY_BREAKS,
  /** The credential data is neither there nor announced. */
  noAttestedData: {
    transformAuthenticatorData: (honest) => ({ ...announcing(false, honest), attested: null }),
  },
  announcedAttestedDataMissing: {
    transformAuthenticatorData: (honest) => ({ ...honest, attested: null }),
  },
  unannouncedAttestedData: { transformAuthenticatorData: (honest) => announcing(false, honest) },
  offCurveKey: key(offCurve),
  /** An Ed25519 key for which an attacker can make signatures that verify. */
  smallOrderKey: key(() => SMALL_ORDER_KEY),
  /** The key says that it is for an algorithm of another kind of key; that algorithm is offered. */
  mismatchedKeyAlgorithm: key((honest) =>
    changed(
      honest,
      COSE_LABELS.alg,
      honest.get(COSE_LABELS.alg) === COSE_ALGORITHMS.EdDSA
        ? COSE_ALGORITHMS.ES256
        : COSE_ALGORITHMS.EdDSA,
    ),
  ),
  keyWithoutAlgorithm: key(
    (honest) => new Map([...honest].filter(([label]) => label !== COSE_LABELS.alg)),
  ),
  /** A private part, or anything else that has no place in a public key. */
  keyWithMore: key((honest) => changed(honest, -4, Buffer.alloc(32, 1))),
  /** An honest key for an algorithm that relying parties of today do not offer. */
  unofferedAlgorithm: key(createUnofferedCoseKey),
  emptyCredentialId: credentialId(Buffer.alloc(0)),
  longCredentialId: credentialId(Buffer.alloc(TOO_LONG, 1)),
  /** The client names another credential than the authenticator made. */
  otherRawId: {
    transformResponse: (honest) => {
      const id = randomBytes(16).toString("base64url");
      return { ...honest, id, rawId: id };
    },
  },
  idIsNotRawId: {
    transformResponse: (honest) => ({ ...honest, id: randomBytes(16).toString("base64url") }),
  },
  noneWithStatement: object((honest) =>
    changed(changed(honest, "fmt", "none"), "attStmt", new Map([["x", 1]])),
  ),
  unknownFormat: object((honest) => changed(honest, "fmt", "unheard-of")),
  noFormat: withoutMember("fmt"),
  noStatement: withoutMember("attStmt"),
  noAuthenticatorData: withoutMember("authData"),
  emptyAuthenticatorData: { transformAuthenticatorDataBytes: () => Buffer.alloc(0) },
  formatNoText: object((honest) => changed(honest, "fmt", 1)),
  statementNoMap: object((honest) => changed(honest, "attStmt", [])),
  authenticatorDataNoBytes: object((honest) => changed(honest, "authData", "bytes")),
  attestationObjectNoMap: { transformAttestationObjectBytes: () => Buffer.of(0x80) },
  attestationObjectNoCbor: { transformAttestationObjectBytes: () => Buffer.of(0xff) },
  attestationObjectWithLeftover: {
    transformAttestationObjectBytes: (honest) => Buffer.concat([honest, Buffer.of(0)]),
  },
  attestationObjectTruncated: {
    transformAttestationObjectBytes: (honest) => honest.subarray(0, -1),
  },
  packedWithEmptyStatement: packed(() => ({ alg: undefined, sig: undefined })),
  packedWithoutAlgorithm: packed(() => ({ alg: undefined })),
  packedAlgorithmNoNumber: packed(({ algorithm }) => ({ alg: String(algorithm) })),
  packedWithOtherAlgorithm: packed(({ algorithm }) => ({
    alg: algorithm === COSE_ALGORITHMS.RS256 ? COSE_ALGORITHMS.ES256 : COSE_ALGORITHMS.RS256,
  })),
  packedWithoutSignature: packed(() => ({ sig: undefined })),
  packedSignatureNoBytes: packed(({ signature }) => ({ sig: signature.toString("base64url") })),
  packedWithEmptySignature: packed(() => ({ sig: Buffer.alloc(0) })),
  packedWithWrongSignature: packed(({ signature }) => ({ sig: withFlippedBit(signature) })),
  packedWithEmptyChain: packed(() => ({ x5c: [] })),
  packedChainNoList: packed(() => ({ x5c: "chain" })),
} as const satisfies Record<string, RegistrationTampering>;

/** The last bit is the least significant one of the last number in every signature format. */
export function withFlippedBit(signature: Buffer): Buffer {
  const flipped = Buffer.from(signature);
  flipped[flipped.length - 1]! ^= 1;
  return flipped;
}

function offCurve(honest: CborMap): CborMap {
  const y = honest.get(COSE_LABELS.y);
  if (y instanceof Uint8Array)
    return changed(honest, COSE_LABELS.y, withFlippedBit(Buffer.from(y)));
  if (honest.get(COSE_LABELS.alg) !== COSE_ALGORITHMS.EdDSA)
    throw new Error("an RSA key is on no curve: offCurveKey wants ES256 or EdDSA");
  // There is no point of edwards25519 with y = 2.
  return changed(honest, COSE_LABELS.x, Buffer.concat([Buffer.of(2), Buffer.alloc(31)]));
}

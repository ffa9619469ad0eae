import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { CborMap } from "./cbor.js";

/** COSE algorithms (RFC 9053, RFC 8812) by their JOSE names. */
export const COSE_ALGORITHMS = { ES256: -7, EdDSA: -8, RS256: -257 } as const;
/** A signature algorithm that the software authenticator has keys for. */
export type AuthenticatorAlgorithm = keyof typeof COSE_ALGORITHMS;

/** The labels of a COSE key (RFC 9052 §7.1, RFC 9053 §7, RFC 8230 §4). */
export const COSE_LABELS = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, n: -1, e: -2 } as const;

const KTY = { OKP: 1, EC2: 2, RSA: 3 } as const;
const CRV = { "P-256": 1, "P-384": 2, Ed25519: 6 } as const;
const RSA_BITS = 2048;

/** A key pair that an authenticator made for one credential. */
export interface CredentialKey {
  readonly algorithm: AuthenticatorAlgorithm;
  /** The public half as SubjectPublicKeyInfo. */
  readonly spki: Buffer;
  /** The public half as a COSE key. */
  readonly cose: CborMap;
  /** In the form WebAuthn wants of the algorithm: DER for ES256 (§6.5.5). */
  sign(message: Uint8Array): Buffer;
}

/** Makes a new random key pair of the algorithm. */
export function createCredentialKey(algorithm: AuthenticatorAlgorithm): CredentialKey {
  const { publicKey, privateKey } = GENERATORS[algorithm]();
  return {
    algorithm,
    spki: publicKey.export({ type: "spki", format: "der" }),
    cose: coseKeyOf(publicKey, COSE_ALGORITHMS[algorithm]),
    sign: (message) => sign(algorithm === "EdDSA" ? null : "sha256", message, privateKey),
  };
}

/** An honest public key on P-384, which ES384 (−35) would sign with. */
export function createUnofferedCoseKey(): CborMap {
  const ES384 = -35;
  return coseKeyOf(generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey, ES384);
}

const GENERATORS: Readonly<
  Record<
    AuthenticatorAlgorithm,
    () => { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  >
> = {
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  EdDSA: () => generateKeyPairSync("ed25519"),
  RS256: () => generateKeyPairSync("rsa", { modulusLength: RSA_BITS }),
};

/** Any public key as a COSE key that says it is for `algorithm`. */
export function coseKeyOf(publicKey: KeyObject, algorithm: number): CborMap {
  const { kty, crv, x = "", y = "", n = "", e = "" } = publicKey.export({ format: "jwk" });
  const bytes = (text: string): Buffer => Buffer.from(text, "base64url");
  const { alg } = COSE_LABELS;
  if (kty === "RSA") {
    return new Map<number, number | Buffer>([
      [COSE_LABELS.kty, KTY.RSA],
      [alg, algorithm],
      [COSE_LABELS.n, bytes(n)],
      [COSE_LABELS.e, bytes(e)],
    ]);
  }
  const curve = CRV[crv as keyof typeof CRV];
  const point: [number, number | Buffer][] = [
    [COSE_LABELS.kty, kty === "OKP" ? KTY.OKP : KTY.EC2],
    [alg, algorithm],
    [COSE_LABELS.crv, curve],
    [COSE_LABELS.x, bytes(x)],
  ];
  return new Map(kty === "OKP" ? point : [...point, [COSE_LABELS.y, bytes(y)]]);
}

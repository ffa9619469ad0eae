import { createPublicKey, type JsonWebKey } from "node:crypto";

/**
 * The COSE algorithms that are offered, the preferred first: ES256, EdDSA and RS256 (RFC 9053, RFC
 * 8812).
 */
export const ALGORITHMS: readonly number[] = [-7, -8, -257];

const KTY = 1;
const ALG = 3;
/**
 * The labels of EC2 and OKP keys (RFC 9053 §7.1, §7.2). Those of RSA keys use the same numbers (RFC
 * 8230 §4).
 */
const CRV = -1;
const X = -2;
const Y = -3;
const RSA_N = -1;
const RSA_E = -2;

const COORDINATE_BYTES = 32;
const MIN_MODULUS_BITS = 2048;
const MAX_MODULUS_BITS = 8192;
/**
 * FIPS 186-5 demands more than 2^16. Exponents of more than four bytes are not in use, and large
 * ones make verification slow.
 */
const MIN_EXPONENT = 65537n;
const MAX_EXPONENT = 0xffffffffn;

type CoseKey = ReadonlyMap<unknown, unknown>;

/**
 * For each algorithm, how its one form of key becomes a JWK; null when the key has another form.
 * Further labels are refused (WebAuthn §6.5.1.1).
 */
const FORMS: ReadonlyMap<unknown, (key: CoseKey) => JsonWebKey | null> = new Map([
  [
    -7,
    (key: CoseKey) =>
      has(key, [KTY, 2], [CRV, 1]) && key.size === 5 ? pointOf(key, "EC", "P-256") : null,
  ],
  [
    -8,
    (key: CoseKey) =>
      has(key, [KTY, 1], [CRV, 6]) && key.size === 4 ? pointOf(key, "OKP", "Ed25519") : null,
  ],
  [-257, (key: CoseKey) => (has(key, [KTY, 3]) && key.size === 4 ? rsaOf(key) : null)],
]);

/**
 * Returns what is wrong with a decoded COSE key; null when its algorithm is offered, it has that
 * algorithm's form, and it can be imported.
 */
export function faultOfKey(key: unknown): string | null {
  if (!(key instanceof Map)) return "the public key is no map";
  const form = FORMS.get(key.get(ALG));
  if (!form) return "the public key is for an algorithm that was not offered";
  const jwk = form(key);
  if (!jwk) return "the public key is not of its algorithm's form";
  try {
    createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    return "the public key is not on its curve";
  }
  return jwk.crv === "Ed25519" ? faultOfEdwardsPoint(Buffer.from(jwk.x ?? "", "base64url")) : null;
}

const has = (
  key: CoseKey,
  ...expected: readonly (readonly [label: number, value: number])[]
): boolean => expected.every(([label, value]) => key.get(label) === value);
const isCoordinate = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array && value.length === COORDINATE_BYTES;
const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).toString("hex")}`);

function pointOf(key: CoseKey, kty: "EC" | "OKP", crv: string): JsonWebKey | null {
  const x = key.get(X);
  const y = key.get(Y);
  if (!isCoordinate(x)) return null;
  if (kty === "OKP") return { kty, crv, x: encoded(x) };
  return isCoordinate(y) ? { kty, crv, x: encoded(x), y: encoded(y) } : null;
}

function rsaOf(key: CoseKey): JsonWebKey | null {
  const n = key.get(RSA_N);
  const e = key.get(RSA_E);
  if (!(n instanceof Uint8Array) || !(e instanceof Uint8Array)) return null;
  const modulus = numberOf(n);
  const exponent = numberOf(e);
  const bits = modulus.toString(2).length;
  if (
    n[0] === 0 ||
    e[0] === 0 ||
    bits < MIN_MODULUS_BITS ||
    bits > MAX_MODULUS_BITS ||
    modulus % 2n === 0n
  )
    return null;
  if (exponent < MIN_EXPONENT || exponent > MAX_EXPONENT || exponent % 2n === 0n) return null;
  return { kty: "RSA", n: encoded(n), e: encoded(e) };
}

const MAX_Y = 2n ** 255n - 1n;

/** The field of edwards25519, and the constant of its equation −x² + y² = 1 + d·x²·y². */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Returns what is wrong with the bytes of an Ed25519 key; null when nothing is. OpenSSL imports any
 * 32 bytes. Only those that decode to a point (RFC 8032 §5.1.3) can verify a signature, and for a
 * point of small order anyone can make signatures that verify.
 */
function faultOfEdwardsPoint(bytes: Uint8Array): string | null {
  // The highest bit is the sign of x.
  const y = numberOf(Buffer.from(bytes).reverse()) & MAX_Y;
  const y2 = (y * y) % P;
  // The points whose order divides 8: y is 0, 1 or −1, or a root of d·y⁴ + 2·y² − 1, which is where
  // doubling leads to y = 0.
  if ((y * (y2 - 1n) * (D * y2 * y2 + 2n * y2 - 1n)) % P === 0n)
    return "the public key is of small order";
  // x² = (y² − 1) / (d·y² + 1): a square when numerator times denominator is one, by Euler's
  // criterion.
  const product = ((y2 - 1n + P) * (D * y2 + 1n)) % P;
  return y < P && power(product, (P - 1n) / 2n) === 1n
    ? null
    : "the public key is not on its curve";
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % P) {
    if (rest & 1n) result = (result * square) % P;
  }
  return result;
}

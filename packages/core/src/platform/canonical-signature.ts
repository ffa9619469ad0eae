const ES256 = -7;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * Whether the signature has the one form of WebAuthn §6.5.5. For ES256 that is the DER of two
 * positive integers and not a byte more: the library also accepts other forms. The other algorithms
 * have signatures of a fixed length, which OpenSSL checks.
 */
export function isCanonicalSignature(algorithm: unknown, signature: Uint8Array): boolean {
  if (algorithm !== ES256) return true;
  const [tag, length] = signature;
  if (tag !== SEQUENCE || length !== signature.length - 2) return false;
  const second = endOfInteger(signature, 2);
  return second !== null && endOfInteger(signature, second) === signature.length;
}

/**
 * The integers of P-256 have 32 bytes, and one more where the highest bit would be read as a sign.
 */
const MAX_INTEGER_BYTES = 33;

/**
 * Returns where the integer at `start` ends; null unless it is positive and has as few bytes as
 * possible (X.690 §8.3.2, §10.1).
 */
function endOfInteger(bytes: Uint8Array, start: number): number | null {
  const [tag, length = 0, first = 0, next = 0] = bytes.subarray(start);
  if (tag !== INTEGER || length < 1 || length > MAX_INTEGER_BYTES) return null;
  const isNegative = first >= 0x80;
  const isPadded = first === 0 && next < 0x80;
  return isNegative || isPadded ? null : start + 2 + length;
}

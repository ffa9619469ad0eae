const ES256 = -7;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * Whether the signature is in the one form that WebAuthn §6.5.5 gives it. For ES256 that is the DER of two positive integers, to its last byte: the library
 * reads that part leniently. The others have a fixed length, which OpenSSL demands by itself.
 */
export function isCanonicalSignature(algorithm: unknown, signature: Uint8Array): boolean {
  if (algorithm !== ES256) return true;
  const [tag, length] = signature;
  if (tag !== SEQUENCE || length !== signature.length - 2) return false;
  const second = endOfInteger(signature, 2);
  return second !== null && endOfInteger(signature, second) === signature.length;
}

/** P-256 has numbers of 32 bytes, and one more where the highest bit would mean a sign. */
const MAX_INTEGER_BYTES = 33;

/** Where the integer that starts there ends; null unless it is a positive one in as few bytes as it takes (X.690 §8.3.2, §10.1). */
function endOfInteger(bytes: Uint8Array, start: number): number | null {
  const [tag, length = 0, first = 0, next = 0] = bytes.subarray(start);
  if (tag !== INTEGER || length < 1 || length > MAX_INTEGER_BYTES) return null;
  const isNegative = first >= 0x80;
  const isPadded = first === 0 && next < 0x80;
  return isNegative || isPadded ? null : start + 2 + length;
}

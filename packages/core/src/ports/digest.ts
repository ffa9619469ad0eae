import type { ErasureEntry } from "../kernel/erasure-entry.js";
import type { UserId } from "../kernel/ids.js";
import type { Secret, SecretHash } from "../kernel/secret.js";

/** One-way forms of secrets. Synchronous, so that it may be used inside a transaction. */
export interface Digest {
  /**
   * Returns SHA-256 as base64url. Only for tokens of at least 128 random bits, which need no key.
   */
  token(token: Secret): SecretHash;
  /**
   * Returns HMAC-SHA-256 under the newest key, prefixed with the id of that key. For short codes.
   * @param context binds the hash to an email address and a purpose
   */
  code(code: Secret, context: string): SecretHash;
  /**
   * Whether `hash` was made of `code` and `context`, under any known key. The comparison takes
   * constant time.
   */
  codeMatches(code: Secret, context: string, hash: SecretHash): boolean;
  /**
   * Returns HMAC-SHA-256 as base64, as Standard Webhooks signs.
   * @param key the bytes of the key as base64
   */
  signature(key: Secret, content: string): string;
  /**
   * Returns a keyed pseudonym of an email address or a network, so that counters contain neither.
   */
  pseudonym(text: string): string;
  /**
   * Returns the entry of a user in the ledger of erasures.
   * @param keyId the id of the key; without it the newest one
   * @throws {RangeError} when the secret of that key is not configured
   */
  erasureEntry(userId: UserId, keyId?: string): ErasureEntry;
  /**
   * Returns whether the secret of a key is configured with which entries of the ledger of erasures
   * were made.
   */
  knowsErasureKey(keyId: string): boolean;
}

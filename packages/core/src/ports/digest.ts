import type { Secret, SecretHash } from "../kernel/secret.js";

/** One-way forms of secrets. Synchronous, so that it may be used inside a transaction. */
export interface Digest {
  /** SHA-256, base64url. For tokens of at least 128 random bits only. */
  token(token: Secret): SecretHash;
  /** HMAC-SHA-256 under the newest key, prefixed with that key's id. For short codes; `context` binds it to an address and a purpose. */
  code(code: Secret, context: string): SecretHash;
  /** Whether `hash` is `code` in `context`, under whichever known key made it. Takes the same time wherever they differ. */
  codeMatches(code: Secret, context: string, hash: SecretHash): boolean;
  /** A keyed pseudonym of an address or a network, so that counters hold neither. */
  pseudonym(text: string): string;
}

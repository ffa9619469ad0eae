import type { Secret } from "../kernel/secret.js";

/**
 * What a signed token is for. Each purpose has a key and an audience of its own, so a token of one
 * never passes for another.
 */
export type TokenPurpose = "email-verification" | "data-export";

/** What a token says (RFC 7519 §4). All values are text. */
export interface TokenClaims {
  /** The id of the user or of the request that the token is about. */
  readonly subject: string;
  /** The email address that the token was mailed to, where the purpose needs it. */
  readonly email?: string;
  /** Further claims of the purpose, by their names. */
  readonly [extra: string]: string | undefined;
}

/**
 * The result of verifying a token. `malformed` is everything that this service did not sign for the
 * purpose.
 */
export type TokenVerdict =
  | { readonly valid: true; readonly claims: TokenClaims }
  | { readonly valid: false; readonly reason: "malformed" }
  /**
   * Signed by this service, and expired. Its claims prove nothing, but an error page may use them.
   */
  | { readonly valid: false; readonly reason: "expired"; readonly claims: TokenClaims };

/**
 * Signed, self-contained, expiring tokens: JWT (RFC 7519) with HS256 and nothing else (RFC 8725
 * §3.1).
 */
export interface TokenSigner {
  /**
   * Returns a token that is signed with the newest key of its purpose. It is awaited before a
   * transaction opens.
   *
   * @param life When the token was issued, and from when on it is not valid any more. Both are kept
   * in whole seconds.
   */
  sign(
    purpose: TokenPurpose,
    claims: TokenClaims,
    life: { readonly issuedAt: Date; readonly expiresAt: Date },
  ): Promise<Secret>;
  /**
   * Checks the signature, under every configured key, the issuer, the purpose, the subject and the
   * expiry. All of them are required. Never throws.
   */
  verify(purpose: TokenPurpose, token: Secret, now: Date): Promise<TokenVerdict>;
}

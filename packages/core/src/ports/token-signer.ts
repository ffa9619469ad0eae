import type { Secret } from "../kernel/secret.js";

/** What a signed token is for. Each purpose has a key and an audience of its own, so a token of one never passes for another. */
export type TokenPurpose = "email-verification" | "data-export";

/** What a token says. `subject` is the id of the user or of the request that it is about. */
export interface TokenClaims {
  readonly subject: string;
  readonly email?: string;
  readonly [extra: string]: string | undefined;
}

/** The result of verifying a token. */
export type TokenVerdict =
  | { readonly valid: true; readonly claims: TokenClaims }
  | { readonly valid: false; readonly reason: "malformed" }
  /** Signed by this service, and expired: its claims prove nothing, but an error page may use them. */
  | { readonly valid: false; readonly reason: "expired"; readonly claims: TokenClaims };

/** Signed, self-contained, expiring tokens: JWT (RFC 7519) with HS256 and nothing else (RFC 8725 §3.1). */
export interface TokenSigner {
  /** Returns a signed token that is valid until `life.expiresAt`. */
  sign(
    purpose: TokenPurpose,
    claims: TokenClaims,
    life: { readonly issuedAt: Date; readonly expiresAt: Date },
  ): Promise<Secret>;
  /** Checks signature, issuer, purpose, subject and expiry, all of which are required. It never throws. */
  verify(purpose: TokenPurpose, token: Secret, now: Date): Promise<TokenVerdict>;
}

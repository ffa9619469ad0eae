import type { Secret } from "../kernel/secret.js";

/** What a signed token is for. Each purpose has a key and an audience of its own, so a token of one never passes for another. */
export type TokenPurpose = "email-verification" | "data-export";

export interface TokenClaims {
  readonly subject: string;
  readonly email?: string;
  readonly [extra: string]: string | undefined;
}

export type TokenVerdict =
  | { readonly valid: true; readonly claims: TokenClaims }
  | { readonly valid: false; readonly reason: "malformed" }
  /** Ours, and too old: what it said is known, and worth nothing but a kind word. */
  | { readonly valid: false; readonly reason: "expired"; readonly claims: TokenClaims };

/** Signed, self-contained, expiring tokens: JWT (RFC 7519) with HS256 and nothing else (RFC 8725 §3.1). */
export interface TokenSigner {
  sign(
    purpose: TokenPurpose,
    claims: TokenClaims,
    life: { readonly issuedAt: Date; readonly expiresAt: Date },
  ): Promise<Secret>;
  /** Never throws. Issuer, audience, purpose, subject and expiry are all required and checked. */
  verify(purpose: TokenPurpose, token: Secret, now: Date): Promise<TokenVerdict>;
}

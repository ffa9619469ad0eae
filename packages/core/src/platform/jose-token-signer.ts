import type { JWTPayload } from "jose";
import { SECOND } from "../kernel/duration.js";
import { Secret } from "../kernel/secret.js";
import type { TokenClaims, TokenSigner, TokenVerdict } from "../ports/token-signer.js";
import { decodeBase64url } from "./canonical-base64url.js";
import type { KeyRing } from "./key-ring.js";

const ALGORITHM = "HS256";
const CLOCK_SKEW_SECONDS = 60;
const MALFORMED: TokenVerdict = { valid: false, reason: "malformed" };

const isCanonical = (token: string): boolean =>
  token.split(".").every((part) => decodeBase64url(part) !== null);

export function createTokenSigner(keys: KeyRing, issuer: string): TokenSigner {
  return {
    async sign(purpose, { subject, ...claims }, { issuedAt, expiresAt }) {
      const { SignJWT } = await import("jose");
      const key = keys.newest(`token/${purpose}`);
      const jwt = new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
        .setIssuer(issuer)
        .setAudience(purpose)
        .setSubject(subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt);
      return new Secret(await jwt.sign(key.bytes));
    },

    async verify(purpose, token, now) {
      const { jwtVerify, errors } = await import("jose");
      const text = token.reveal();
      if (!isCanonical(text)) return MALFORMED;
      try {
        const { payload } = await jwtVerify(
          text,
          ({ kid }) =>
            keys.named(`token/${purpose}`, kid ?? "")?.bytes ??
            Promise.reject(new Error("unknown key")),
          {
            algorithms: [ALGORITHM],
            issuer,
            audience: purpose,
            requiredClaims: ["sub", "exp", "iat"],
            currentDate: now,
          },
        );
        const claims = claimsOf(payload);
        if (
          !claims ||
          typeof payload.iat !== "number" ||
          payload.iat > now.getTime() / SECOND + CLOCK_SKEW_SECONDS
        )
          return MALFORMED;
        return { valid: true, claims };
      } catch (refused) {
        // The library checks the signature first: only a token of ours, for this purpose, is found to have expired.
        const claims = refused instanceof errors.JWTExpired ? claimsOf(refused.payload) : null;
        return claims ? { valid: false, reason: "expired", claims } : MALFORMED;
      }
    },
  };
}

function claimsOf({
  sub,
  iat: _iat,
  iss: _iss,
  aud: _aud,
  exp: _exp,
  nbf: _nbf,
  jti: _jti,
  ...extra
}: JWTPayload): TokenClaims | null {
  return sub ? { ...(extra as Omit<TokenClaims, "subject">), subject: sub } : null;
}

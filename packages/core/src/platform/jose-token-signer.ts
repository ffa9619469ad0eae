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

/** Loads the library on first use. */
export const loadJose = () => import("jose");

/** The default `TokenSigner`, by jose. */
export function createTokenSigner(keys: KeyRing, issuer: string): TokenSigner {
  return {
    async sign(purpose, { subject, ...claims }, { issuedAt, expiresAt }) {
      const { SignJWT } = await loadJose();
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
      const { jwtVerify, errors } = await loadJose();
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
        const claims = isIssued(payload, now) ? claimsOf(payload) : null;
        return claims ? { valid: true, claims } : MALFORMED;
      } catch (failure) {
        // The library checks the signature first: only a token that this service signed for this
        // purpose can be found expired.
        const claims = failure instanceof errors.JWTExpired ? claimsOf(failure.payload) : null;
        return claims ? { valid: false, reason: "expired", claims } : MALFORMED;
      }
    },
  };
}

/** Whether the token was issued by now, as far as clocks agree. */
const isIssued = ({ iat }: JWTPayload, now: Date): boolean =>
  typeof iat === "number" && iat <= now.getTime() / SECOND + CLOCK_SKEW_SECONDS;

/**
 * Returns what was signed besides the members that the signer adds; null when the token has no
 * subject.
 */
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
  const isText = (claim: [string, unknown]): claim is [string, string] =>
    typeof claim[1] === "string";
  return sub ? { ...Object.fromEntries(Object.entries(extra).filter(isText)), subject: sub } : null;
}

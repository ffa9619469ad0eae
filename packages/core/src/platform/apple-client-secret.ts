import { createPrivateKey, type KeyObject } from "node:crypto";
import { HOUR } from "../kernel/duration.js";
import { Secret } from "../kernel/secret.js";
import type { Clock } from "../ports/clock.js";
import { loadJose } from "./jose-token-signer.js";
import type { ClientSecretSource } from "./provider-registration.js";
import { systemClock } from "./system-time.js";

/** The key for Sign in with Apple, as Apple's developer account shows it. */
export interface AppleKey {
  /** The id of the team, 10 characters. */
  readonly teamId: string;
  /** The id of the key, 10 characters. */
  readonly keyId: string;
  /** What is in the downloaded file `AuthKey_….p8`. `\n` may stand for a new line. */
  readonly privateKey: Secret | string;
  /** Default: the clock of the system. */
  readonly clock?: Clock;
}

const ALGORITHM = "ES256";
const CURVE = "prime256v1";
const AUDIENCE = "https://appleid.apple.com";
const APPLE_ID = /^[A-Z0-9]{10}$/;
/**
 * How long a client secret works, in milliseconds. Apple allows 15,777,000 seconds, half a year; one
 * that leaked should not.
 */
const LIFETIME_MS = HOUR;
/** After how long the next one is made, in milliseconds: what is sent is never about to expire. */
const KEPT_MS = LIFETIME_MS / 2;

interface Kept {
  readonly clientId: string;
  readonly issuedAt: number;
  readonly secret: Promise<Secret>;
}

/**
 * Makes the client secret of Apple: a token, signed with ES256, that lives for an hour. It is kept
 * in memory alone, and made anew when half of its time is over.
 *
 * @throws {RangeError} For ids that are none of Apple's, and for a key that is no private key of the
 *   curve P-256.
 *
 * @example
 * const apple = openIdProvider({
 *   ...APPLE,
 *   clientId: "com.example.web",
 *   clientSecret: appleClientSecret({ teamId: "A1B2C3D4E5", keyId: "F6G7H8I9J0", privateKey }),
 * });
 */
export function appleClientSecret({
  teamId,
  keyId,
  privateKey,
  clock = systemClock,
}: AppleKey): ClientSecretSource {
  if (!APPLE_ID.test(teamId)) throw new RangeError("teamId: 10 of A-Z and 0-9");
  if (!APPLE_ID.test(keyId)) throw new RangeError("keyId: 10 of A-Z and 0-9");
  const key = readKey(privateKey);
  let kept: Kept | null = null;

  return (clientId) => {
    const now = clock.now().getTime();
    const age = kept === null ? NaN : now - kept.issuedAt;
    // A clock that was set back must not leave a secret from the future.
    if (kept?.clientId === clientId && age >= 0 && age < KEPT_MS) return kept.secret;
    const secret = sign({ teamId, keyId, key, clientId, now });
    kept = { clientId, issuedAt: now, secret };
    secret.catch(() => void (kept = null));
    return secret;
  };
}

interface SecretToSign {
  readonly teamId: string;
  readonly keyId: string;
  readonly key: KeyObject;
  readonly clientId: string;
  readonly now: number;
}

async function sign({ teamId, keyId, key, clientId, now }: SecretToSign): Promise<Secret> {
  const { SignJWT } = await loadJose();
  const token = new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt(new Date(now))
    .setExpirationTime(new Date(now + LIFETIME_MS))
    .setAudience(AUDIENCE)
    .setSubject(clientId);
  return new Secret(await token.sign(key));
}

/** Says nothing of what is in the key, nor lets the library say it. */
function readKey(privateKey: Secret | string): KeyObject {
  const text = typeof privateKey === "string" ? privateKey : privateKey.reveal();
  const key = parseKey(text.replaceAll(String.raw`\n`, "\n"));
  if (key?.asymmetricKeyDetails?.namedCurve !== CURVE)
    throw new RangeError("privateKey: the content of Apple's file AuthKey_….p8");
  return key;
}

function parseKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

import { Secret } from "@acme/auth-core";
import { RFC4648, toBase32 } from "./base32.js";

/** Whose codes an authenticator app shows. */
export interface TotpLabel {
  /** The name of the application. */
  readonly appName: string;
  readonly email: string;
}

/** Returns the URI that an authenticator app reads from a QR code. */
export function totpUri(secret: Uint8Array, { appName, email }: TotpLabel): Secret {
  const issuer = encode(appName.replaceAll(":", ""));
  const key = toBase32(secret, RFC4648);
  return new Secret(
    `otpauth://totp/${issuer}:${encode(email)}?secret=${key}&issuer=${issuer}&algorithm=SHA1&digits=6&period=30`,
  );
}

/** Percent-encodes all that RFC 3986 does not call unreserved. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

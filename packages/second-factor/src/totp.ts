/** Returns the HMAC-SHA-1 of a message: 20 bytes. */
export type Hmac = (key: Uint8Array, message: Uint8Array) => Uint8Array;

/** The length of a step, in milliseconds (RFC 6238 §5.2). */
const STEP_MS = 30_000;
/** The digits of a code. */
const DIGITS = 6;

/** Returns the step of an instant: how many whole steps have passed since 1970. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/**
 * Returns the 31 bits of which a code is the last digits (RFC 4226 §5.3).
 * @param counter the step
 */
export function truncatedHmac(hmac: Hmac, secret: Uint8Array, counter: number): number {
  const message = new Uint8Array(8);
  const view = new DataView(message.buffer);
  view.setUint32(0, Math.floor(counter / 2 ** 32));
  view.setUint32(4, counter % 2 ** 32);
  const mac = hmac(secret, message);
  const bytes = new DataView(mac.buffer, mac.byteOffset, mac.byteLength);
  const offset = bytes.getUint8(mac.byteLength - 1) & 0x0f;
  return bytes.getUint32(offset) & 0x7fffffff;
}

/** Returns the code of a step, with its leading zeros (RFC 6238 §4). */
export const totpCode = (hmac: Hmac, secret: Uint8Array, step: number): string =>
  String(truncatedHmac(hmac, secret, step) % 10 ** DIGITS).padStart(DIGITS, "0");

/** Returns the digits of a code that a person typed; null when they are not six. */
export function parseTotpCode(typed: string): string | null {
  const code = typed.replaceAll(/[ -]/g, "");
  return /^[0-9]{6}$/.test(code) ? code : null;
}

/** What a code is compared with. */
export interface TotpComparison {
  readonly secret: Uint8Array;
  /** Six digits. */
  readonly code: string;
  readonly now: Date;
  /** How many steps before and after the present one are accepted. */
  readonly window: number;
}

/**
 * Returns the step whose code it is, the highest of several; null when it is none of those that are
 * accepted. All are compared, each in the same time whether or not it is right.
 */
export function matchingStep(
  hmac: Hmac,
  { secret, code, now, window }: TotpComparison,
): number | null {
  const present = stepOf(now);
  let found: number | null = null;
  for (let step = present - window; step <= present + window; step++)
    if (isSame(totpCode(hmac, secret, step), code)) found = step;
  return found;
}

/** Compares in a time that does not depend on where two codes differ. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

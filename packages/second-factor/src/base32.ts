/** The alphabet of RFC 4648 §6, which authenticator apps read. */
export const RFC4648 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** The alphabet of Crockford, in which no two characters look alike. */
export const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns bytes as characters of 5 bits each, without padding: their bits are a multiple of 5. */
export function toBase32(bytes: Uint8Array, alphabet: string): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += alphabet.charAt((bits >> held) & 0x1f);
    }
    bits &= (1 << held) - 1;
  }
  return text;
}

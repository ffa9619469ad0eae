import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns the bytes of the secret in the URI of an authenticator app. */
export function totpSecretIn(uri: string): Buffer {
  const bits = Array.from(new URL(uri).searchParams.get("secret") ?? "", (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code that an authenticator app shows, written from RFC 6238 and not from ours. */
export function codeAt(uri: string, now: Date): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000)));
  const mac = createHmac("sha1", totpSecretIn(uri)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Everything that would give away an authenticator app, as it might be written down. */
export function spellingsOfTotp(uri: string): readonly string[] {
  const secret = totpSecretIn(uri);
  const base32 = new URL(uri).searchParams.get("secret") ?? "";
  return [
    uri,
    base32,
    base32.toLowerCase(),
    ...(["latin1", "hex", "base64", "base64url"] as const).map((spelling) =>
      secret.toString(spelling),
    ),
    secret.toString("hex").toUpperCase(),
  ];
}

/** A recovery code, as it might be written down. */
export function spellingsOfCode(code: string): readonly string[] {
  const plain = code.replaceAll("-", "");
  const spellings = [code, plain, Buffer.from(plain).toString("hex")];
  return [...spellings, ...spellings.map((each) => each.toLowerCase())];
}

import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { formErasureEntry } from "../kernel/erasure-entry.js";
import type { SecretHash } from "../kernel/secret.js";
import type { Digest } from "../ports/digest.js";
import type { Key, KeyRing } from "./key-ring.js";

const PSEUDONYM_LENGTH = 22;

const toHash = (text: string): SecretHash => text as SecretHash;

/** The default `Digest`, by node:crypto. */
export function createDigest(keys: KeyRing): Digest {
  const mac = (key: Key, ...parts: readonly string[]) =>
    createHmac("sha256", key.bytes).update(JSON.stringify(parts));
  const erasureKey = (keyId?: string): Key | null =>
    keyId === undefined ? keys.newest("erasure") : keys.named("erasure", keyId);
  return {
    token: (token) => toHash(hash("sha256", token.reveal(), "base64url")),
    code(code, context) {
      const key = keys.newest("one-time-code");
      return toHash(`${key.id}.${mac(key, context, code.reveal()).digest("base64url")}`);
    },
    codeMatches(code, context, stored) {
      const dot = stored.indexOf(".");
      const key = keys.named("one-time-code", stored.slice(0, dot));
      if (!key) return false;
      const expected = Buffer.from(stored.slice(dot + 1), "base64url");
      const actual = mac(key, context, code.reveal()).digest();
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
    signature: (key, content) =>
      createHmac("sha256", Buffer.from(key.reveal(), "base64")).update(content).digest("base64"),
    pseudonym: (text) =>
      mac(keys.newest("pseudonym"), text).digest("base64url").slice(0, PSEUDONYM_LENGTH),
    erasureEntry(userId, keyId) {
      const key = erasureKey(keyId);
      if (!key) throw new RangeError(`the secret of the key ${keyId ?? ""} is not configured`);
      return formErasureEntry(key.id, mac(key, userId).digest("base64url"));
    },
    knowsErasureKey: (keyId) => erasureKey(keyId) !== null,
  };
}

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { FeatureSealPurpose, Sealer, SealPurpose } from "../ports/sealer.js";
import { decodeBase64url } from "./canonical-base64url.js";
import type { KeyPurpose, KeyRing } from "./key-ring.js";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Whatever a feature is called, its keys are those of no purpose of the base. */
const keyPurpose = (purpose: SealPurpose): KeyPurpose =>
  isFeaturePurpose(purpose) ? `feature/${purpose}` : purpose;

const isFeaturePurpose = (purpose: SealPurpose): purpose is FeatureSealPurpose =>
  purpose.includes("/");

/** `keyId.base64url(nonce ‖ tag ‖ ciphertext)`, a fresh random nonce each time. */
export function createSealer(keys: KeyRing): Sealer {
  return {
    seal(purpose, plaintext, context) {
      const key = keys.newest(keyPurpose(purpose));
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(
        Buffer.from(context),
      );
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return `${key.id}.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url")}`;
    },
    open(purpose, sealed, context) {
      const dot = sealed.indexOf(".");
      const key = keys.named(keyPurpose(purpose), sealed.slice(0, dot));
      const bytes = decodeBase64url(sealed.slice(dot + 1));
      if (!key || !bytes || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return (
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") +
          decipher.final("utf8")
        );
      } catch {
        return null;
      }
    },
  };
}

import { hkdfSync } from "node:crypto";

/** What a derived key is for. No two purposes share a key. */
export type KeyPurpose =
  "one-time-code" | "pseudonym" | "outbox" | "oauth-state" | `token/${string}`;

export interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

export interface KeyRing {
  /** The key that signs, seals and hashes today. */
  newest(purpose: KeyPurpose): Key;
  /** The key that an earlier value names; null when its secret is no longer configured. */
  named(purpose: KeyPurpose, id: string): Key | null;
}

const MIN_SECRET_BYTES = 32;
const KEY_BYTES = 32;

/** The bytes of a configured secret; null unless it is base64 or base64url of at least 32 bytes. */
export function decodeSecret(text: string): Buffer | null {
  const digits = text.replace(/={1,2}$/, "");
  if (!/^[A-Za-z0-9+/_-]+$/.test(digits) || digits.length % 4 === 1) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length >= MIN_SECRET_BYTES ? bytes : null;
}

const derive = (secret: Buffer, label: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", `acme/v1/${label}`, KEY_BYTES));

/** Keys of every purpose out of the configured secrets, newest first, by HKDF-SHA-256 (RFC 5869). Throws without a usable secret. */
export function createKeyRing(secrets: readonly string[]): KeyRing {
  const roots = secrets.map((text, index) => {
    const bytes = decodeSecret(text);
    if (!bytes)
      throw new RangeError(
        `secret ${index + 1} must be base64 or base64url of at least ${MIN_SECRET_BYTES} bytes`,
      );
    return { id: derive(bytes, "key-id").toString("base64url").slice(0, 8), bytes };
  });
  if (roots.length === 0) throw new RangeError("at least one secret is needed");

  const derived = new Map<string, Key>();
  const keyOf = (purpose: KeyPurpose, root: Key): Key => {
    const name = `${root.id}/${purpose}`;
    let key = derived.get(name);
    if (!key) derived.set(name, (key = { id: root.id, bytes: derive(root.bytes, purpose) }));
    return key;
  };

  return {
    newest: (purpose) => keyOf(purpose, roots[0]!),
    named(purpose, id) {
      const root = roots.find((candidate) => candidate.id === id);
      return root ? keyOf(purpose, root) : null;
    },
  };
}

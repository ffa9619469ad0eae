import { hkdfSync } from "node:crypto";

/** What a derived key is for. Each purpose has a key of its own. */
export type KeyPurpose =
  | "one-time-code"
  | "pseudonym"
  | "outbox"
  | "oauth-state"
  | "oauth-name"
  | "webhook-secret"
  | "pages-step"
  | "pages-flash"
  | "erasure"
  | `token/${string}`
  | `feature/${string}`;

/** A derived key of 256 bits. */
export interface Key {
  /**
   * Names the secret that the key was derived from. Stored beside what the key sealed or signed.
   */
  readonly id: string;
  readonly bytes: Buffer;
}

/** The keys of all purposes, derived from the configured secrets. */
export interface KeyRing {
  /** The ids of the configured secrets, the newest first. */
  readonly ids: readonly string[];
  /** Returns the key for what is signed, sealed or hashed now. */
  newest(purpose: KeyPurpose): Key;
  /**
   * Returns the key with which an earlier value was made; null when its secret is not configured
   * any more.
   */
  named(purpose: KeyPurpose, id: string): Key | null;
}

const MIN_SECRET_BYTES = 32;
const KEY_BYTES = 32;

/** What is said of a text that is no secret. */
export const SECRET_SHAPE: string = `base64 or base64url of at least ${MIN_SECRET_BYTES} random bytes`;

/**
 * Returns the bytes of a configured secret; null unless it is base64 or base64url of at least 32
 * bytes.
 */
export function decodeSecret(text: string): Uint8Array | null {
  const digits = text.replace(/={1,2}$/, "");
  if (!/^[A-Za-z0-9+/_-]+$/.test(digits) || digits.length % 4 === 1) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length >= MIN_SECRET_BYTES ? bytes : null;
}

const derive = (secret: Uint8Array, label: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", `acme/v1/${label}`, KEY_BYTES));

/**
 * Derives the keys of every purpose by HKDF-SHA-256 (RFC 5869).
 * @param secrets The configured secrets, the newest first.
 * @throws {RangeError} when there is no secret, or one is not usable.
 */
export function createKeyRing(secrets: readonly string[]): KeyRing {
  const roots = secrets.map((text, index) => {
    const decoded = decodeSecret(text);
    if (!decoded) throw new RangeError(`secret ${index + 1} must be ${SECRET_SHAPE}`);
    const bytes = Buffer.from(decoded);
    return { id: derive(bytes, "key-id").toString("base64url").slice(0, 8), bytes };
  });
  const [newestRoot] = roots;
  if (!newestRoot) throw new RangeError("at least one secret is needed");

  const derived = new Map<string, Key>();
  const keyOf = (purpose: KeyPurpose, root: Key): Key => {
    const name = `${root.id}/${purpose}`;
    let key = derived.get(name);
    if (!key) derived.set(name, (key = { id: root.id, bytes: derive(root.bytes, purpose) }));
    return key;
  };

  return {
    ids: roots.map(({ id }) => id),
    newest: (purpose) => keyOf(purpose, newestRoot),
    named(purpose, id) {
      const root = roots.find((candidate) => candidate.id === id);
      return root ? keyOf(purpose, root) : null;
    },
  };
}

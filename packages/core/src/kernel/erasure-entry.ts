import type { Brand } from "./brand.js";

/**
 * Names an erased user to those who have the secret, and to no one else: the id of a key, a dot,
 * and HMAC-SHA-256 of the user's id under that key, as base64url. Minted by `parseErasureEntry` and
 * `formErasureEntry` only.
 */
export type ErasureEntry = Brand<string, "ErasureEntry">;

const ENTRY = /^[\w-]{8}\.[\w-]{43}$/;

const isEntry = (text: string): text is ErasureEntry => ENTRY.test(text);

/**
 * Returns the text as an entry; null when it is none, such as the beginning of one whose writing
 * was interrupted.
 */
export const parseErasureEntry = (text: string): ErasureEntry | null =>
  isEntry(text) ? text : null;

/**
 * Returns the entry that is made of the id of a key and of the hash under it.
 * @throws {RangeError} unless they have the form of an entry
 */
export function formErasureEntry(keyId: string, hash: string): ErasureEntry {
  const text = `${keyId}.${hash}`;
  if (!isEntry(text)) throw new RangeError("this is no entry of a ledger of erasures");
  return text;
}

/** Returns the id of the key that the entry was made with. */
export const keyIdOf = (entry: ErasureEntry): string => entry.slice(0, entry.indexOf("."));

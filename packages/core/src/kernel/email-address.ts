import type { Brand } from "./brand.js";

/**
 * One ASCII addr-spec in canonical form: trimmed and lower-cased. Minted by `parseEmailAddress`
 * only.
 */
export type EmailAddress = Brand<string, "EmailAddress">;

const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns the canonical form of `input`; null when it is anything but a single dot-atom addr-spec
 * (RFC 5321 §4.1.2): no quoted local part, no list, no display name, no control or non-ASCII
 * character, no address literal, at least two domain labels. Plus-tags and dots are kept: only the
 * mail server may interpret them.
 */
export function parseEmailAddress(input: string): EmailAddress | null {
  const trimmed = input.trim();
  // Before lower-casing: U+212A (Kelvin) would become an ordinary "k".
  if (/[^\x21-\x7e]/.test(trimmed)) return null;
  const address = trimmed.toLowerCase();
  const at = address.lastIndexOf("@");
  if (address.length > MAX_LENGTH || at < 1 || at > MAX_LOCAL_LENGTH) return null;
  const labels = address.slice(at + 1).split(".");
  if (
    !LOCAL.test(address.slice(0, at)) ||
    labels.length < 2 ||
    !labels.every((label) => LABEL.test(label))
  )
    return null;
  if (/^\d+$/.test(labels.at(-1)!)) return null;
  return address as EmailAddress;
}

/**
 * Returns `a***@example.com`: enough to recognise an email address of one's own, too little to
 * learn another's. For pages and logs.
 */
export function maskEmailAddress(address: EmailAddress): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, 1)}***${address.slice(at)}`;
}

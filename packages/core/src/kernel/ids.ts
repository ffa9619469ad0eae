import type { Brand } from "./brand.js";

export type UserId = Brand<string, "UserId">;
export type SessionId = Brand<string, "SessionId">;
export type OrganizationId = Brand<string, "OrganizationId">;
export type MembershipId = Brand<string, "MembershipId">;
export type InvitationId = Brand<string, "InvitationId">;
export type KnownBrowserId = Brand<string, "KnownBrowserId">;
export type OneTimeCodeId = Brand<string, "OneTimeCodeId">;
export type MailedLinkId = Brand<string, "MailedLinkId">;
export type PasskeyId = Brand<string, "PasskeyId">;
export type PasskeyChallengeId = Brand<string, "PasskeyChallengeId">;
export type LinkedAccountId = Brand<string, "LinkedAccountId">;
export type OAuthStateId = Brand<string, "OAuthStateId">;
export type OutboxMailId = Brand<string, "OutboxMailId">;
export type AuditEntryId = Brand<string, "AuditEntryId">;
export type DeletionRequestId = Brand<string, "DeletionRequestId">;
export type ExportRequestId = Brand<string, "ExportRequestId">;
export type JobId = Brand<string, "JobId">;
/** Names one worker's lease of a claimed row. */
export type LeaseToken = Brand<string, "LeaseToken">;

/** An id of any kind. */
export type AnyId = Brand<string, `${string}Id` | "LeaseToken">;

const HEX_DIGITS = "0123456789abcdef";
/** Where the first digit of each of the 16 bytes stands in the text of a UUID. */
const DIGITS_AT = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
/**
 * The UUID that is being made, and its characters. Every reply has an id, and two arrays for all of
 * them cost less than two for each.
 */
const bytes = new Uint8Array(16);
const characters = Array.from({ length: 36 }, () => "-".charCodeAt(0));

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then 74 random bits, so that new ids land
 * at the end of an index. `random` holds at least 10 bytes.
 */
export function uuidV7(unixMs: number, random: Uint8Array): string {
  const high = Math.floor(unixMs / 2 ** 32);
  bytes[0] = high >> 8;
  bytes[1] = high;
  for (let i = 2, shift = 24; i < 6; i++, shift -= 8) bytes[i] = unixMs >>> shift;
  for (let i = 0; i < 10; i++) bytes[6 + i] = random[i]!;
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  let index = 0;
  for (const at of DIGITS_AT) {
    const byte = bytes[index++]!;
    characters[at] = HEX_DIGITS.charCodeAt(byte >> 4);
    characters[at + 1] = HEX_DIGITS.charCodeAt(byte & 0x0f);
  }
  // All characters at once: strings that are joined pair by pair cost twice as much.
  return String.fromCharCode(...characters);
}

/**
 * Returns `text` as an id of the kind that is named, without looking at it: for text that the
 * system wrote itself, such as the subject of a job.
 *
 * @example toId<UserId>(job.subject)
 */
export const toId = <Id extends AnyId>(text: string): Id => text as Id;

/**
 * Returns `text` as an id of the kind that is named; null when no id looks like that. For text that
 * was presented.
 */
export const parseId = <Id extends AnyId>(text: string): Id | null =>
  isIdShaped(text) ? toId<Id>(text) : null;

/**
 * Returns whether `text` can be an id of this system. Anything else names nothing and is treated as
 * unknown.
 */
export const isIdShaped = (text: string): boolean => /^[A-Za-z0-9_-]{16,64}$/.test(text);

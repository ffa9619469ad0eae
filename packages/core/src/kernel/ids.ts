import type { Brand } from "./brand.js";

export type UserId = Brand<string, "UserId">;
export type SessionId = Brand<string, "SessionId">;
export type OrganizationId = Brand<string, "OrganizationId">;
export type MembershipId = Brand<string, "MembershipId">;
export type InvitationId = Brand<string, "InvitationId">;
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

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then 74 random bits, so that new ids land at the end of an index.
 * `random` holds at least 10 bytes.
 */
export function uuidV7(unixMs: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  for (let i = 5, rest = unixMs; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = (from: number, to: number): string => {
    let text = "";
    for (let i = from; i < to; i++) text += HEX[bytes[i]!]!;
    return text;
  };
  return `${hex(0, 4)}-${hex(4, 6)}-${hex(6, 8)}-${hex(8, 10)}-${hex(10, 16)}`;
}

/**
 * Returns `text` as an id of the kind that is named, without looking at it: for text that the system wrote itself, such as
 * the subject of a job.
 *
 * @example toId<UserId>(job.subject)
 */
export const toId = <Id extends AnyId>(text: string): Id => text as Id;

/** Returns `text` as an id of the kind that is named; null when no id looks like that. For text that was presented. */
export const parseId = <Id extends AnyId>(text: string): Id | null =>
  isIdShaped(text) ? toId<Id>(text) : null;

/** Returns whether `text` can be an id of this system. Anything else names nothing and is treated as unknown. */
export const isIdShaped = (text: string): boolean => /^[A-Za-z0-9_-]{16,64}$/.test(text);

import type { EmailAddress } from "../../kernel/email-address.js";
import type {
  DeletionRequestId,
  InvitationId,
  MailedLinkId,
  OneTimeCodeId,
  PasskeyId,
} from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import type { SecretHash } from "../../kernel/secret.js";
import type { Destinations } from "../../ports/links.js";
import type { Device } from "./device.js";

/**
 * Refers to the secret in a mail by the row that holds it. Once that row is dead the mail is
 * dropped.
 */
export type SecretReference =
  | { readonly kind: "one-time-code"; readonly id: OneTimeCodeId }
  | { readonly kind: "mailed-link"; readonly id: MailedLinkId }
  /**
   * Without a hash in rows of the first release: those stand for whatever link the invitation has.
   */
  | { readonly kind: "invitation"; readonly id: InvitationId; readonly tokenHash?: SecretHash };

/** Which data each template takes. */
export interface MailData {
  readonly "sign-in-code": CodeData;
  readonly "email-verification-code": CodeData;
  readonly "password-reset-code": CodeData;
  readonly "verify-email": { readonly token: string; readonly minutes: number };
  readonly "password-reset-link": {
    readonly token: string;
    readonly redirectTo: string | null;
    readonly minutes: number;
  };
  /** Invites a user whom an operator created to set a password. */
  readonly "account-created": {
    readonly token: string;
    readonly redirectTo: string | null;
    readonly minutes: number;
  };
  readonly "magic-link": {
    readonly token: string;
    readonly destinations: Destinations;
    readonly minutes: number;
  };
  readonly "email-change": {
    readonly token: string;
    readonly from: EmailAddress;
    readonly minutes: number;
  };
  readonly invitation: {
    readonly token: string;
    /** As people wrote them: `nameInMail` makes them fit to print. */
    readonly organization: string;
    readonly inviter: { readonly name: string; readonly email: EmailAddress };
    readonly role: Role;
    readonly days: number;
  };
  readonly "deletion-requested": NoticeData & {
    readonly scheduledFor: string;
    readonly organizations: readonly string[];
    /** Once it is no longer pending the mail is dropped. Absent in mails of the first release. */
    readonly requestId?: DeletionRequestId;
    /** Without a grace period. Absent in mails of the first release. */
    readonly atOnce?: boolean;
    /** Whether the password was given, so that who asked knows it. Absent in earlier mails. */
    readonly byPassword?: boolean;
  };
  readonly "deletion-rejected": NoticeData & { readonly organizations: readonly string[] };
  readonly "email-change-requested": NoticeData;
  readonly "email-changed": NoticeData;
  readonly "sign-up-attempt": NoticeData;
  readonly "sign-in-from-new-browser": NoticeData & {
    /** Whether the password was given, so that it is known there. Absent in earlier mails. */
    readonly byPassword?: boolean;
  };
  readonly "sessions-ended": NoticeData & {
    /** False when the session that ended the others went on. */
    readonly all: boolean;
  };
  readonly "language-changed": NoticeData;
  readonly "password-changed": NoticeData;
  readonly "password-reset-done": NoticeData;
  readonly "account-reclaimed": NoticeData;
  readonly "passkey-added": NoticeData & AboutPasskey;
  readonly "passkey-removed": NoticeData & AboutPasskey;
  readonly "account-linked": NoticeData & AboutProvider;
  readonly "account-unlinked": NoticeData & AboutProvider;
  readonly "account-not-linked": NoticeData & AboutProvider;
  readonly "role-changed": NoticeData & AboutOrganization & { readonly role?: Role };
  readonly "owners-changed": NoticeData & AboutOrganization;
  readonly "owner-invited": NoticeData & AboutOrganization;
  readonly "member-removed": NoticeData & AboutOrganization;
  readonly "organization-deleted": NoticeData & AboutOrganization;
  readonly "organization-second-factor-required": NoticeData & AboutOrganization;
  readonly "organization-second-factor-waived": NoticeData & AboutOrganization;
  readonly "deletion-cancelled": NoticeData;
  readonly "account-deleted": NoticeData;
  readonly "export-ready": NoticeData;
  readonly "export-failed": NoticeData;
}

/**
 * Who did something to an account: a session of its user, someone who opened a mail to its user, or
 * one to the email address that becomes theirs, someone who signed in with a provider, an operator,
 * or another user.
 */
export type Actor =
  | "session"
  | "mailbox"
  | "new-mailbox"
  | "provider"
  | "operator"
  | { readonly name: string; readonly email: EmailAddress };

/** What was done to an account: when, by whom and from where. */
export interface Occurrence {
  /** ISO 8601. */
  readonly at: string;
  /** Null where the mail itself says it. */
  readonly by: Actor | null;
  /**
   * Null when no request did it, and when another person did: that one's device and network are not
   * for the recipient.
   */
  readonly from: { readonly device: Device | null; readonly ipAddress: string | null } | null;
}

/** What every notice says. Everything in it is absent in mails of the first release. */
export interface NoticeData {
  /** Named as in the mails that wait, where it is sealed. */
  readonly deed?: Occurrence;
}
/** Which passkey a notice is about. Absent in mails of the first release. */
export interface AboutPasskey {
  readonly passkey?: { readonly id: PasskeyId; readonly name: string };
}
/** Which external provider a notice is about. Absent in mails of the first release. */
export interface AboutProvider {
  /** The id of the provider. */
  readonly provider?: string;
}
/** Which organization a notice is about. Absent in mails of the first release. */
export interface AboutOrganization {
  /** The name, as people wrote it; null when the notice is about several. */
  readonly organization?: string | null;
}

/** What a mail with a code is made of. */
export interface CodeData {
  /** Six digits. */
  readonly code: string;
  /** How long the code works. */
  readonly minutes: number;
}

/** What a mail is about. Stored with mails that wait, so a name stays what it is. */
export type TemplateName = keyof MailData;

/** Templates that bring no secret and only tell what was done. */
export type NoticeName = {
  [T in TemplateName]: MailData[T] extends CodeData | { readonly token: string } ? never : T;
}[TemplateName];

/**
 * A mail as the system thinks of it: who, which template, and what goes into it. Sealed while it
 * waits.
 */
export type Mail = {
  readonly [T in TemplateName]: {
    readonly template: T;
    readonly to: EmailAddress;
    readonly data: MailData[T];
    /** The secret in the mail; null when it has none. Named as in the mails that wait. */
    readonly carries: SecretReference | null;
    /**
     * What the languages of the application are matched with: a BCP 47 tag, or a header
     * `Accept-Language`. Absent in mails of the first release.
     */
    readonly language?: string | null;
  };
}[TemplateName];

/** A mail that is written now. */
export type NewMail = Mail & { readonly language: string | null };

/**
 * A mail that is never delivered: stands in where an email address gets none, so that both cases
 * cost the same.
 */
export interface NoMail {
  readonly template: "none";
  readonly to: EmailAddress;
}

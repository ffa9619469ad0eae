import type { Destinations } from "../../ports/links.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { Role } from "../../kernel/role.js";
import type { SecretHash } from "../../kernel/secret.js";
import type {
  DeletionRequestId,
  InvitationId,
  MailedLinkId,
  OneTimeCodeId,
} from "../../kernel/ids.js";

/** The secret a mail brings, by the row it lives in. Once that row is dead the mail is dropped. */
export type Carried =
  | { readonly kind: "one-time-code"; readonly id: OneTimeCodeId }
  | { readonly kind: "mailed-link"; readonly id: MailedLinkId }
  /** Without a hash in rows of the first release: those stand for whatever link the invitation has. */
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
  readonly "deletion-requested": {
    readonly scheduledFor: string;
    readonly organizations: readonly string[];
    /** Once it is no longer pending the mail is dropped. Absent in mails of the first release. */
    readonly requestId?: DeletionRequestId;
    /** Without a grace period. Absent in mails of the first release. */
    readonly atOnce?: boolean;
  };
  readonly "deletion-rejected": { readonly organizations: readonly string[] };
  readonly "email-change-requested": Nothing;
  readonly "email-changed": Nothing;
  readonly "sign-up-attempt": Nothing;
  readonly "password-changed": Nothing;
  readonly "password-reset-done": Nothing;
  readonly "account-reclaimed": Nothing;
  readonly "passkey-added": Nothing;
  readonly "passkey-removed": Nothing;
  readonly "account-linked": Nothing;
  readonly "account-unlinked": Nothing;
  readonly "role-changed": Nothing;
  readonly "owners-changed": Nothing;
  readonly "owner-invited": Nothing;
  readonly "member-removed": Nothing;
  readonly "organization-deleted": Nothing;
  readonly "deletion-cancelled": Nothing;
  readonly "account-deleted": Nothing;
  readonly "export-ready": Nothing;
  readonly "export-failed": Nothing;
}

export interface CodeData {
  readonly code: string;
  readonly minutes: number;
}
export type Nothing = Readonly<Record<never, never>>;

export type TemplateName = keyof MailData;

/** A mail as the system thinks of it: who, which template, and what goes into it. Sealed while it waits. */
export type Mail = {
  readonly [T in TemplateName]: {
    readonly template: T;
    readonly to: EmailAddress;
    readonly data: MailData[T];
    readonly carries: Carried | null;
  };
}[TemplateName];

/** A mail that is never delivered: stands in where an email address gets none, so that both cases cost the same. */
export interface NoMail {
  readonly template: "none";
  readonly to: EmailAddress;
}

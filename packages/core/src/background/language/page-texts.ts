import type { Role } from "../../kernel/role.js";

/** What the texts about an email address may say. */
export interface EmailPageValues {
  readonly email: string;
}
/** What the texts about a change of email address may say. */
export interface EmailChangePageValues {
  /** The email address that the account has now. */
  readonly from: string;
  /** The one that it will have. */
  readonly to: string;
}
/** What the texts about an invitation may say. */
export interface InvitationPageValues extends EmailPageValues {
  /** Who invites; null once that account is gone. */
  readonly inviter: string | null;
  readonly organization: string;
  readonly role: Role;
}

/** What the texts about an invitation say to a reader who is signed in. */
export interface OtherAccountPageValues {
  /** The email address of the session, which is not the invited one. */
  readonly signedInAs: string;
}

/**
 * A page that says what a link does, with the button that does it. Nothing happens until the button
 * is pressed.
 */
export interface ButtonPageText<V> {
  readonly title: string;
  /** What the link does, in one paragraph. */
  readonly text: (values: V) => string;
  readonly button: string;
  /** Below the button: what to do if the reader did not expect this. */
  readonly note: string;
}

/** A page that says what happened. */
export interface PlainPageText<V = void> {
  readonly title: string;
  /** What happened, in one paragraph. */
  readonly text: (values: V) => string;
}

/**
 * The texts of the pages that mailed links open, and of the page of a sign-in that failed. All of
 * them are plain text.
 */
export interface PageTexts {
  readonly verifyEmail: ButtonPageText<EmailPageValues>;
  readonly emailVerified: PlainPageText<EmailPageValues>;
  readonly changeEmail: ButtonPageText<EmailChangePageValues>;
  readonly emailChanged: PlainPageText<Pick<EmailChangePageValues, "to">>;
  readonly signIn: ButtonPageText<EmailPageValues>;
  /**
   * Its `button` leads to the front end, where the invitation is accepted. The others are those of a
   * service with pages of its own: there, the invitation is accepted on this page.
   */
  readonly invitation: Omit<ButtonPageText<InvitationPageValues>, "title"> & {
    /** The heading of the page. */
    readonly title: (values: Pick<InvitationPageValues, "organization">) => string;
    /** What a role may do in the organization, in one sentence each. */
    readonly roles: Readonly<Record<Role, string>>;
    /** The button that joins with the invited email address. */
    readonly join: (values: EmailPageValues) => string;
    /** For a reader who is signed in with another email address. */
    readonly otherAccount: (values: OtherAccountPageValues) => string;
    /** The button that ends that session and continues with the invited email address. */
    readonly switchAccount: (values: EmailPageValues) => string;
  };
  /** A link that is unknown or was used. */
  readonly deadLink: PlainPageText & {
    /** For a reader who pressed its button before. */
    readonly perhapsUsed: string;
    /** For a reader whose invitation is gone. */
    readonly askInviter: string;
  };
  readonly expiredLink: PlainPageText;
  /** The text about a change of email address whose session has ended. */
  readonly endedChange: string;
  /** The text about a sign-in to a suspended account. */
  readonly suspended: string;
  /** The text about a way to sign in that is not offered. */
  readonly notOffered: string;
  /** The text about a sign-in that would make a new account, and may not. */
  readonly noNewAccount: string;
  /** The title above a refusal of the application's own, and of a new account. */
  readonly refused: string;
  /** A sign-in at an external provider that failed. */
  readonly failed: PlainPageText & {
    /** The button that leads back to the front end. */
    readonly retry: string;
    /** Before the code of the failure. */
    readonly help: string;
  };
  /** The button that continues to the front end. */
  readonly proceed: string;
  /** The button on the page of a dead link, which leads to where a new one is asked for. */
  readonly startAgain: string;
}

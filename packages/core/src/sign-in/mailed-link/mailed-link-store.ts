import type { DisplayName } from "../../kernel/display-name.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { MailedLinkId, SessionId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";

/** What a mailed link does. A token of one purpose is unknown to every other. */
export type LinkPurpose = "password-reset" | "email-change" | "magic-link";

/**
 * A mailed link as it is stored: its token hashed. A subject has at most one link of each purpose.
 */
export interface MailedLink {
  readonly id: MailedLinkId;
  readonly purpose: LinkPurpose;
  /**
   * The user or email address that the link is for. A newer link for the same purpose takes its
   * place.
   */
  readonly subject: string;
  readonly tokenHash: SecretHash;
  /** The email address that it was mailed to. */
  readonly email: EmailAddress;
  /**
   * Null when the email address belongs to no user: then the row stands in, so that the work is the
   * same.
   */
  readonly userId: UserId | null;
  /** Where the browser goes afterwards. */
  readonly redirectTo: string | null;
  /** The name of the user, if the link creates one. */
  readonly name: string | null;
  /** The session with which the link ends; null for a link that is bound to none. */
  readonly sessionId: SessionId | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A link as it is stored: core has minted the name. */
export interface CheckedMailedLink extends MailedLink {
  readonly name: DisplayName | null;
}

/** A user, and the email address that their links were mailed to. */
export interface LinkOwner {
  readonly userId: UserId;
  readonly email: EmailAddress;
}

/** The mailed links that wait to be followed. */
export interface MailedLinkStore {
  /** Stores the link in place of any earlier one for the same purpose and subject. */
  replace(link: CheckedMailedLink): Promise<void>;
  /**
   * Returns the link with that token, also when it has expired or its session has ended; null when
   * there is none.
   */
  find(purpose: LinkPurpose, tokenHash: SecretHash): Promise<MailedLink | null>;
  /**
   * Removes the link, if it lives at `now`: it has not expired, and neither has the session that it
   * is bound to, nor was that session ended. True for exactly one caller, however many race. The
   * session cannot be ended until the transaction of this call is over.
   */
  consume(id: MailedLinkId, now: Date): Promise<boolean>;
  /**
   * Returns the link of that purpose and subject that lives at `now`, in the sense of `consume`;
   * null when there is none.
   */
  findLive(purpose: LinkPurpose, subject: string, now: Date): Promise<MailedLink | null>;
  /** Whether the link lives at `now`, in the sense of `consume`. */
  isLive(id: MailedLinkId, now: Date): Promise<boolean>;
  /**
   * Ends the links of the user that are bound to that session, which itself goes on. They live no
   * more, and are still found until they expire. Returns how many.
   */
  revokeForSession(userId: UserId, sessionId: SessionId): Promise<number>;
  /**
   * Removes every link that belongs to the user, or that was mailed to the email address and belongs
   * to no user. What another user asked for stays: its end would tell them about this one. Returns
   * the number of rows removed.
   */
  deleteFor(owner: LinkOwner): Promise<number>;
  /**
   * Like `deleteFor`, for those that are bound to no session. The others end with their session, and
   * are found until they expire, so that their page can say why.
   */
  deleteUnboundFor(owner: LinkOwner): Promise<number>;
}

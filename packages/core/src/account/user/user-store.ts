import type { Brand } from "../../kernel/brand.js";
import type { DisplayName } from "../../kernel/display-name.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import type { ImageUrl } from "../../kernel/image-url.js";
import type { CheckedFields, StoredFields } from "../../kernel/user-fields.js";

/** A person with an account. */
export interface User {
  readonly id: UserId;
  /** Unique: no two users have the same one. */
  readonly email: EmailAddress;
  /** Whether the user has proven that mail to `email` reaches them. */
  readonly emailVerified: boolean;
  readonly name: string;
  /** The URL of a picture; null when the user has none. */
  readonly image: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /**
   * When the owner of the mailbox recovered the account by a proof of the mailbox, while it was
   * still unverified; null when that never happened. Memberships from before may be the work of a
   * pre-hijacker, and no sign-in activates them.
   */
  readonly reclaimedAt: Date | null;
  /**
   * What is stored of the application's own fields, without their defaults; undefined for nothing.
   * Read them with `auth.userFields.of(user)`, which knows their types.
   */
  readonly fields?: StoredFields | undefined;
}

/** Whether an operator has suspended a user. `isSuspended` compares it with the clock. */
export interface Suspension {
  /**
   * When an operator suspended the user; null unless one did. It stays when the suspension has
   * ended by itself.
   */
  readonly suspendedAt: Date | null;
  /** When the suspension ends by itself; null when it does not. */
  readonly suspendedUntil: Date | null;
}

/** What the base keeps of a user's second factor, which is a feature's. */
export interface Enrolment {
  /**
   * When the user enrolled a second factor; null while there is none. From then on no session of the
   * user is alive without a proof of it: see `Session.secondFactorAt`.
   */
  readonly secondFactorSince: Date | null;
  /** When a way back without the lost factor is due; null when none is under way. */
  readonly recoveryDueAt: Date | null;
}

/** A user with what no view of users shows. */
export interface UserRecord extends User, Suspension, Enrolment {
  /** The language that the user chose for mails, as a BCP 47 tag; null when they chose none. */
  readonly locale: string | null;
  /**
   * The header `Accept-Language` of the user's last sign-in, by which notices are matched without a
   * `locale`; null when no sign-in named a language.
   */
  readonly signInLanguage: string | null;
}

/**
 * A user as it is stored: core has minted what the user wrote. Users that are read have plain
 * strings, because older rows were checked elsewhere.
 */
export interface CheckedUser extends User {
  readonly name: DisplayName;
  readonly image: ImageUrl | null;
  readonly fields?: CheckedFields | undefined;
}

/** A change of a profile as it is stored. A field that is absent stays as it is. */
export type CheckedProfileChange = Partial<Pick<CheckedUser, "name" | "image">>;

/**
 * A user whose row this transaction has locked: no other transaction changes or deletes it before
 * this one ends. Minted by `UserStore.lock` and `insertUser`.
 */
export type LockedUser = Brand<UserRecord, "LockedUser">;

/**
 * Which users a list shows. `suspended`: those who are suspended now. `unverified`: those whose
 * email address is not verified.
 */
export type UserFilter = "all" | "suspended" | "unverified";

/** Which users a list shows, and where it begins. */
export interface UserQuery {
  readonly filter: UserFilter;
  /** What the email address begins with; empty for any. */
  readonly prefix: string;
  /** The list begins behind this email address; null: from the first one on. */
  readonly after: EmailAddress | null;
}

/**
 * What became of a change of email address: nothing is changed when the address is `taken`, by the
 * user too, or the user is `gone`.
 */
export type EmailChangeOutcome = "changed" | "taken" | "gone";

/** The users. */
export interface UserStore {
  /** Returns the user; null when there is none. */
  findById(id: UserId): Promise<UserRecord | null>;
  /** Returns the user with that email address, verified or not; null when there is none. */
  findByEmail(email: EmailAddress): Promise<UserRecord | null>;
  /**
   * Returns up to `limit` users in the order of their email addresses, compared byte by byte. `now`
   * tells who is suspended.
   */
  list(query: UserQuery, now: Date, limit: number): Promise<readonly UserRecord[]>;
  /**
   * Returns up to `limit` ids of users, in the order of their bytes, behind `after`; from the first
   * on when it is null.
   */
  listIds(after: UserId | null, limit: number): Promise<readonly UserId[]>;
  /**
   * Inserts a user. False, and nothing changed, when the email address or the id is taken. Atomic:
   * one of many racing callers gets true.
   */
  insertUnlessTaken(user: CheckedUser): Promise<boolean>;
  /**
   * Returns the user as it is now, and keeps others from changing or deleting it until the
   * transaction ends; null when there is none. Inside a transaction only, and before any other lock
   * of the transaction.
   */
  lock(id: UserId): Promise<LockedUser | null>;
  /** Like `lock`, by email address. */
  lockByEmail(email: EmailAddress): Promise<LockedUser | null>;
  /** Marks the email address as verified. False when the user has vanished. */
  markVerified(id: UserId, now: Date): Promise<boolean>;
  /** Sets the language of the user's mails; null forgets it. False when the user has vanished. */
  updateLocale(id: UserId, locale: string | null, now: Date): Promise<boolean>;
  /** Sets the language of the user's last sign-in. False when the user has vanished. */
  updateSignInLanguage(id: UserId, language: string): Promise<boolean>;
  /**
   * Marks the email address as verified, sets `reclaimedAt` and forgets both languages, which may
   * be a pre-hijacker's. False when the user has vanished.
   */
  markReclaimed(id: UserId, now: Date): Promise<boolean>;
  /**
   * Notes that the user has completed a sign-in. True for the first of all times, and never again.
   */
  markSignedIn(id: UserId): Promise<boolean>;
  /**
   * Sets when the user was suspended, and until when, in place of any earlier suspension; two nulls
   * end it. False when the user has vanished.
   */
  markSuspended(id: UserId, suspension: Suspension): Promise<boolean>;
  /**
   * Sets when the user enrolled a second factor; null: there is none any more. False when the user
   * has vanished.
   */
  markEnrolled(id: UserId, since: Date | null): Promise<boolean>;
  /** Returns the number of users who have enrolled a second factor. */
  countEnrolled(): Promise<number>;
  /**
   * Sets when a way back without the second factor is due; null: none is under way. False when the
   * user has vanished.
   */
  markRecoveryDue(id: UserId, dueAt: Date | null): Promise<boolean>;
  /**
   * Changes the email address of the user and marks it as verified. Atomic: of many racing callers
   * that want one email address one changes.
   */
  changeEmail(id: UserId, email: EmailAddress, now: Date): Promise<EmailChangeOutcome>;
  /**
   * Removes the user, and with it every row that `OWNERSHIP` says cascades. False when the user has
   * vanished.
   */
  delete(id: UserId): Promise<boolean>;
  /** Sets the fields that are present and keeps the others. False when the user has vanished. */
  updateProfile(id: UserId, change: CheckedProfileChange, now: Date): Promise<boolean>;
  /** Sets all own fields in the place of those before; null for none. False when the user has vanished. */
  updateFields(id: UserId, fields: CheckedFields | null, now: Date): Promise<boolean>;
}

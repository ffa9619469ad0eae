import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import type { PasswordHash } from "../../ports/password-hasher.js";

/** A user's password. A user has at most one. */
export interface Password {
  readonly userId: UserId;
  readonly hash: PasswordHash;
  /** When the user set it. A rehash keeps it. */
  readonly updatedAt: Date;
}

declare const judged: unique symbol;

/**
 * The hash of a password that was judged. Only `hashNewPassword` mints it, so that no other
 * password can be stored as new.
 */
export type NewPasswordHash = PasswordHash & { readonly [judged]: true };

/** A password that its user sets. */
export interface NewPassword extends Password {
  readonly hash: NewPasswordHash;
}

/** The password hashes of users. */
export interface PasswordStore {
  /** Returns null when the user has no password. */
  find(userId: UserId): Promise<Password | null>;
  /**
   * Returns the password of the user with that email address; null when there is no such user, or
   * the user has none.
   */
  findByEmail(email: EmailAddress): Promise<Password | null>;
  /** Sets the user's password in place of any earlier one. */
  replace(password: NewPassword): Promise<void>;
  /**
   * Puts `next` in the place of `expected`. False, and nothing changed, when another password
   * stands there by now.
   */
  rehash(userId: UserId, expected: PasswordHash, next: PasswordHash): Promise<boolean>;
  /** False when the user had none. */
  delete(userId: UserId): Promise<boolean>;
}

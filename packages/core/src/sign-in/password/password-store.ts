import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import type { PasswordHash } from "../../ports/password-hasher.js";

/** A user's password; at most one for each. */
export interface Password {
  readonly userId: UserId;
  readonly hash: PasswordHash;
  readonly updatedAt: Date;
}

export interface PasswordStore {
  find(userId: UserId): Promise<Password | null>;
  findByEmail(email: EmailAddress): Promise<Password | null>;
  /** Sets the user's password in place of any earlier one. */
  replace(password: Password): Promise<void>;
  /** Puts `next` in the place of `expected`; false when another password stands there by now. */
  rehash(userId: UserId, expected: PasswordHash, next: PasswordHash): Promise<boolean>;
  /** False when the user had none. */
  delete(userId: UserId): Promise<boolean>;
}

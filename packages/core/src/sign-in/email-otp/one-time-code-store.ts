import type { EmailAddress } from "../../kernel/email-address.js";
import type { OneTimeCodeId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";

/** What a mailed code may be for. A code of one type is unknown to the others. */
export const CODE_TYPES = ["sign-in", "email-verification", "forget-password"] as const;
/** One of `CODE_TYPES`. */
export type CodeType = (typeof CODE_TYPES)[number];

/**
 * A mailed code as it is stored: hashed, with the attempts it has left. An email address has at
 * most one of each type.
 */
export interface OneTimeCode {
  readonly id: OneTimeCodeId;
  readonly email: EmailAddress;
  readonly type: CodeType;
  readonly codeHash: SecretHash;
  /** How many more attempts will be compared; −1 after an attempt beyond the last. */
  readonly attemptsLeft: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The mailed codes. */
export interface OneTimeCodeStore {
  /** Stores the code in place of any earlier one for the same email address and type. */
  replace(code: OneTimeCode): Promise<void>;
  /**
   * Takes one attempt off the code, never below −1, and returns the row as it then is, expired and
   * exhausted ones too; null when there is none. Atomic: n concurrent calls spend n attempts.
   */
  spendAttempt(email: EmailAddress, type: CodeType): Promise<OneTimeCode | null>;
  /**
   * Removes the code, if it still lives at `now`. True for exactly one caller, however many race.
   */
  consume(id: OneTimeCodeId, now: Date): Promise<boolean>;
  /**
   * Whether the code could still be redeemed at `now`: neither replaced, used, expired nor out of
   * attempts.
   */
  isLive(id: OneTimeCodeId, now: Date): Promise<boolean>;
  /** Removes every code of the email address. Returns the number of rows removed. */
  deleteFor(email: EmailAddress): Promise<number>;
}

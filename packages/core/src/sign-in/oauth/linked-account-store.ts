import type { LinkedAccountId, UserId } from "../../kernel/ids.js";

/**
 * A user's account at an external provider. Provider and subject identify it; an email address
 * never does. Tokens are not kept.
 */
export interface LinkedAccount {
  readonly id: LinkedAccountId;
  readonly providerId: string;
  /**
   * The provider's own id of the user, unique there and never reassigned (OpenID Connect Core §2,
   * `sub`).
   */
  readonly subject: string;
  readonly userId: UserId;
  /** What the provider granted at the latest sign-in. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The accounts at external providers that users have linked. A user may have several. */
export interface LinkedAccountStore {
  /** Returns null when the account is not linked. */
  find(providerId: string, subject: string): Promise<LinkedAccount | null>;
  /**
   * False, and nothing changed, when the account is linked already, to any user. Of many racing
   * callers one gets true.
   */
  insertUnlessTaken(account: LinkedAccount): Promise<boolean>;
  /**
   * Stores the scopes that the provider granted now. False when the account is no longer linked.
   */
  recordUse(id: LinkedAccountId, scopes: readonly string[], now: Date): Promise<boolean>;
  /** Returns the user's accounts, oldest first, by id at one instant. */
  listByUser(userId: UserId): Promise<readonly LinkedAccount[]>;
  /** False when the user has no such account. */
  delete(userId: UserId, id: LinkedAccountId): Promise<boolean>;
  /** Removes every linked account of the user. Returns the number of rows removed. */
  deleteFor(userId: UserId): Promise<number>;
}

import type { LinkedAccountId, UserId } from "../../kernel/ids.js";

/** Somebody's account at an external provider. Provider and subject are who it is; its address never is. Provider tokens are not kept. */
export interface LinkedAccount {
  readonly id: LinkedAccountId;
  readonly providerId: string;
  /** The provider's own name for the person, unique there and never reassigned (OpenID Connect Core §2, `sub`). */
  readonly subject: string;
  readonly userId: UserId;
  /** What the provider granted at the latest sign-in. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface LinkedAccountStore {
  find(providerId: string, subject: string): Promise<LinkedAccount | null>;
  /** False, and nothing changed, when the account is linked already, to whomever. Atomic: one of many racing callers gets true. */
  insertUnlessTaken(account: LinkedAccount): Promise<boolean>;
  /** Writes down what the provider granted now. False when the account is no longer linked. */
  recordUse(id: LinkedAccountId, scopes: readonly string[], now: Date): Promise<boolean>;
  /** The user's accounts, oldest first, by id at one instant. */
  listByUser(userId: UserId): Promise<readonly LinkedAccount[]>;
  /** False when the user has no such account. */
  delete(userId: UserId, id: LinkedAccountId): Promise<boolean>;
  /** Removes every linked account of the user; how many. */
  deleteFor(userId: UserId): Promise<number>;
}

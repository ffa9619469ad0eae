import type { SecretHash, UserId } from "@acme/auth-core";

/** A recovery code of a user that is not used up. */
export interface RecoveryCode {
  readonly userId: UserId;
  /** The SHA-256 of the id of the user and the code together. */
  readonly hash: SecretHash;
  readonly createdAt: Date;
}

/** What is left of a set of recovery codes. */
export interface RecoveryCodeSet {
  readonly left: number;
  readonly createdAt: Date;
}

/** The recovery codes. */
export interface RecoveryCodeStore {
  /** Stores a code. Rejects when it is there already. */
  insert(code: RecoveryCode): Promise<void>;
  /** Returns what the user has left; null when none is. */
  findSet(userId: UserId): Promise<RecoveryCodeSet | null>;
  /** Uses a code up. False when the user has none with that hash: of many callers one gets true. */
  consume(userId: UserId, hash: SecretHash): Promise<boolean>;
  /** Removes all codes of the user. Returns the number of rows removed. */
  deleteFor(userId: UserId): Promise<number>;
}

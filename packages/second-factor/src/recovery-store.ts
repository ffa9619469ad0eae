import type { UserId } from "@acme/auth-core";
import type { RecoveryId } from "./second-factor-ids.js";

/** Why a way back was stopped. */
export type VetoReason = "link" | "session" | "proof" | "operator";
/** How a way back ended. */
export type RecoveryEnd = VetoReason | "completed" | "expired";

/** A way back into an account whose user has lost every second factor. */
export interface Recovery {
  readonly id: RecoveryId;
  readonly userId: UserId;
  readonly startedAt: Date;
  /** From this instant on it may be completed. */
  readonly dueAt: Date;
  /** From this instant on it may not be completed any more. */
  readonly expiresAt: Date;
  /** Null while it is under way. */
  readonly endedAt: Date | null;
  readonly ended: RecoveryEnd | null;
  /** When the row is of no use any more; null while it is under way. */
  readonly forgetAt: Date | null;
  /** From where it was begun. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** How a way back ends. */
export interface EndedRecovery {
  readonly ended: RecoveryEnd;
  readonly endedAt: Date;
  readonly forgetAt: Date;
}

/** The ways back. */
export interface RecoveryStore {
  /** Stores a new one. Rejects when one of the user is under way. */
  insert(recovery: Recovery): Promise<void>;
  /** Returns one by its id, ended or not; null when there is none. */
  find(id: RecoveryId): Promise<Recovery | null>;
  /** Returns the one of the user that has not ended, expired or not; null when there is none. */
  findPending(userId: UserId): Promise<Recovery | null>;
  /** Returns those of the user that began after `since`, newest first. */
  listSince(userId: UserId, since: Date): Promise<readonly Recovery[]>;
  /** Ends one. False when it has ended already: of many racing callers one gets true. */
  end(id: RecoveryId, end: EndedRecovery): Promise<boolean>;
  /** Removes all of the user. Returns the number of rows removed. */
  deleteFor(userId: UserId): Promise<number>;
}

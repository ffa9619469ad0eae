import type { DeletionRequestId, UserId } from "../../kernel/ids.js";
import type { DeletionReason } from "./deletion-reason.js";

/**
 * `pending`: it waits for the end of the grace period. `cancelled`: the user kept the account.
 * `rejected`: the account cannot be erased. `completed`: it is erased.
 */
export type DeletionStatus = "pending" | "cancelled" | "rejected" | "completed";

/**
 * A request of a user to erase their account. It outlives the user as a tombstone, which names no
 * one: `userId` is null then, and `reason` is empty.
 */
export interface DeletionRequest {
  readonly id: DeletionRequestId;
  /** Null once the account is erased. */
  readonly userId: UserId | null;
  readonly status: DeletionStatus;
  readonly requestedAt: Date;
  /** The end of the grace period. */
  readonly scheduledFor: Date;
  /** Why the user leaves, in their own words; may be empty, and is once the account is erased. */
  readonly reason: string;
  /** When it was cancelled, rejected or completed; null while it is pending. */
  readonly endedAt: Date | null;
  /**
   * Why it was rejected, or `ERASURE_FAILED` when an attempt at a pending one has failed; null
   * otherwise.
   */
  readonly errorCode: "SOLE_OWNER_CONFLICT" | "ERASURE_FAILED" | null;
}

/** A request as it is stored: core has minted the reason. */
export interface CheckedDeletionRequest extends DeletionRequest {
  readonly reason: DeletionReason;
}

/** Where a page begins: behind this request, in the order of `requestedAt` and then of `id`. */
export type DeletionPosition = Pick<DeletionRequest, "requestedAt" | "id">;

/** The requests of users to erase their accounts, also those of the past. */
export interface DeletionRequestStore {
  /**
   * False, and nothing changed, when the user has a pending one. Atomic: one of many racing callers
   * gets true.
   */
  insertUnlessPending(request: CheckedDeletionRequest): Promise<boolean>;
  /** Returns the request, whatever its status; null when there is none. */
  find(id: DeletionRequestId): Promise<DeletionRequest | null>;
  /** Returns the user's pending request; null when there is none. */
  findPending(userId: UserId): Promise<DeletionRequest | null>;
  /**
   * Returns up to `limit` requests of the user, oldest first, behind `after` (null: from the first
   * one on).
   */
  listByUser(
    userId: UserId,
    after: DeletionPosition | null,
    limit: number,
  ): Promise<readonly DeletionRequest[]>;
  /**
   * Marks that an attempt at a pending request has failed. False, and nothing changed, when it is
   * no longer pending.
   */
  markFailed(id: DeletionRequestId): Promise<boolean>;
  /**
   * Cancels the user's pending request, if its grace period has not ended by `now` or an attempt at
   * it has failed. Returns the cancelled request; null when there is none. Atomic: exactly one of
   * many racing callers gets it.
   */
  cancel(userId: UserId, now: Date): Promise<DeletionRequest | null>;
  /**
   * Like `cancel`, whether or not the grace period has ended: for account recovery by mailbox
   * proof.
   */
  revoke(userId: UserId, now: Date): Promise<DeletionRequest | null>;
  /**
   * Ends a pending request. With `completed` it becomes a tombstone, and the reasons of all
   * requests of its user are emptied: people write about themselves in them. False, and nothing
   * changed, when it is no longer pending.
   */
  settle(id: DeletionRequestId, outcome: DeletionOutcome, now: Date): Promise<boolean>;
}

/** How a request ends when it is carried out. */
export type DeletionOutcome =
  | { readonly status: "completed" }
  | { readonly status: "rejected"; readonly errorCode: "SOLE_OWNER_CONFLICT" };

import type { DeletionRequestId, UserId } from "../../kernel/ids.js";

export type DeletionStatus = "pending" | "cancelled" | "rejected" | "completed";

/** A wish to be deleted. It outlives the user as a tombstone: then it holds no address, name, IP address or user agent, and `userId` is null. */
export interface DeletionRequest {
  readonly id: DeletionRequestId;
  readonly userId: UserId | null;
  readonly status: DeletionStatus;
  readonly requestedAt: Date;
  /** The end of the grace period. */
  readonly scheduledFor: Date;
  /** What the user gave as reason; may be empty. */
  readonly reason: string;
  readonly endedAt: Date | null;
  /** Why it was rejected, or that an attempt at a pending one has failed. */
  readonly errorCode: "SOLE_OWNER_CONFLICT" | "ERASURE_FAILED" | null;
}

/** Where a page begins: behind this request, in the order of time and then of id. */
export type DeletionPosition = Pick<DeletionRequest, "requestedAt" | "id">;

export interface DeletionRequestStore {
  /** False, and nothing changed, when the user has a pending one. Atomic: one of many racing callers gets true. */
  insertUnlessPending(request: DeletionRequest): Promise<boolean>;
  find(id: DeletionRequestId): Promise<DeletionRequest | null>;
  findPending(userId: UserId): Promise<DeletionRequest | null>;
  /** Up to `limit` requests of the user, oldest first, behind `after`; null: from the first on. */
  listByUser(
    userId: UserId,
    after: DeletionPosition | null,
    limit: number,
  ): Promise<readonly DeletionRequest[]>;
  /** Notes that an attempt at a pending request has failed. False when it is no longer pending. */
  markFailed(id: DeletionRequestId): Promise<boolean>;
  /**
   * Cancels the user's pending request, if its grace period has not ended by `now` or an attempt at it has failed: what it was; null when there is none.
   * Exactly one of racing callers gets it.
   */
  cancel(userId: UserId, now: Date): Promise<DeletionRequest | null>;
  /** The same whether or not the grace period has ended: for whoever takes the account back. */
  revoke(userId: UserId, now: Date): Promise<DeletionRequest | null>;
  /** Ends a pending request. With `completed` it is nobody's any more. False when it is no longer pending. */
  settle(id: DeletionRequestId, outcome: DeletionOutcome, now: Date): Promise<boolean>;
}

export type DeletionOutcome =
  | { readonly status: "completed" }
  | { readonly status: "rejected"; readonly errorCode: "SOLE_OWNER_CONFLICT" };

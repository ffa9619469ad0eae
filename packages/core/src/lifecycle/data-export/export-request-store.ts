import type { ExportRequestId, UserId } from "../../kernel/ids.js";

/**
 * `pending`: the worker writes it. `ready`: it can be downloaded. `failed`: it could not be
 * written. `expired`: its link no longer works.
 */
export type ExportStatus = "pending" | "ready" | "failed" | "expired";

/** A request of a user for the personal export. */
export interface ExportRequest {
  readonly id: ExportRequestId;
  readonly userId: UserId;
  readonly status: ExportStatus;
  readonly createdAt: Date;
  /** When the document was ready; null before. */
  readonly readyAt: Date | null;
  /** When the download link stops working; null before the document is ready. */
  readonly expiresAt: Date | null;
  /** What the user is told of a failure; null without one. */
  readonly errorMessage: string | null;
  /** Names the stored file while there is one. Never shown to a user. */
  readonly fileKey: string | null;
}

/** Where a page begins: behind this request, in the order of `createdAt` and then of `id`. */
export type ExportPosition = Pick<ExportRequest, "createdAt" | "id">;

/** The requests of users for their data, also those of the past. */
export interface ExportRequestStore {
  /**
   * False, and nothing changed, when the user has a pending one. Atomic: one of many racing callers
   * gets true.
   */
  insertUnlessPending(request: ExportRequest): Promise<boolean>;
  /** Returns the request, whatever its status; null when there is none. */
  find(id: ExportRequestId): Promise<ExportRequest | null>;
  /** Returns the user's pending request; null when there is none. */
  findPending(userId: UserId): Promise<ExportRequest | null>;
  /**
   * Returns up to `limit` requests of the user, oldest first, behind `after` (null: from the first
   * one on).
   */
  listByUser(
    userId: UserId,
    after: ExportPosition | null,
    limit: number,
  ): Promise<readonly ExportRequest[]>;
  /** Returns up to `limit` requests of the user, newest first. */
  listNewest(userId: UserId, limit: number): Promise<readonly ExportRequest[]>;
  /** Returns the names of all stored files of the user. */
  listFiles(userId: UserId): Promise<readonly string[]>;
  /**
   * Marks a pending request as ready. False, and nothing changed, when it is no longer pending, or
   * gone with its user.
   */
  markReady(
    id: ExportRequestId,
    ready: { readonly fileKey: string; readonly readyAt: Date; readonly expiresAt: Date },
  ): Promise<boolean>;
  /**
   * Marks a pending request as failed. False, and nothing changed, when it is no longer pending.
   */
  markFailed(id: ExportRequestId, errorMessage: string): Promise<boolean>;
  /**
   * Marks a ready request as expired, and forgets the name of its file. False, and nothing changed,
   * unless it is ready and `expiresAt` has come by `now`.
   */
  markExpired(id: ExportRequestId, now: Date): Promise<boolean>;
}

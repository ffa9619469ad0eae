import type { ExportRequestId, UserId } from "../../kernel/ids.js";

export type ExportStatus = "pending" | "ready" | "failed" | "expired";

export interface ExportRequest {
  readonly id: ExportRequestId;
  readonly userId: UserId;
  readonly status: ExportStatus;
  readonly createdAt: Date;
  readonly readyAt: Date | null;
  readonly expiresAt: Date | null;
  readonly errorMessage: string | null;
  /** Names the stored file while there is one. Never shown. */
  readonly fileKey: string | null;
}

/** Where a page begins: behind this request, in the order of time and then of id. */
export type ExportPosition = Pick<ExportRequest, "createdAt" | "id">;

export interface ExportRequestStore {
  /** False, and nothing changed, when the user has a pending one. Atomic: one of many racing callers gets true. */
  insertUnlessPending(request: ExportRequest): Promise<boolean>;
  find(id: ExportRequestId): Promise<ExportRequest | null>;
  findPending(userId: UserId): Promise<ExportRequest | null>;
  /** Up to `limit` requests of the user, oldest first, behind `after`; null: from the first on. */
  listByUser(
    userId: UserId,
    after: ExportPosition | null,
    limit: number,
  ): Promise<readonly ExportRequest[]>;
  /** Names of all stored files of the user. */
  listFiles(userId: UserId): Promise<readonly string[]>;
  /** A pending request becomes ready. False when it is no longer pending, or gone with its user. */
  markReady(
    id: ExportRequestId,
    ready: { readonly fileKey: string; readonly readyAt: Date; readonly expiresAt: Date },
  ): Promise<boolean>;
  /** A pending request fails. False when it is no longer pending. */
  markFailed(id: ExportRequestId, errorMessage: string): Promise<boolean>;
  /** A ready request expires, if its time has come by `now`. False otherwise. Its file is no longer named. */
  markExpired(id: ExportRequestId, now: Date): Promise<boolean>;
}

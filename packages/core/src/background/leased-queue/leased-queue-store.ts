import type { LeaseToken } from "../../kernel/ids.js";

/** What every row of a leased queue has. */
export interface QueueRow {
  readonly id: string;
  /** Attempts that have failed so far. */
  readonly attempts: number;
  /** When the row is due; while it is claimed, when its lease ends. */
  readonly nextAttemptAt: Date;
  readonly createdAt: Date;
}

/** How much work a queue holds. */
export interface Backlog {
  /** Rows that wait for their time or for a worker, or that a worker has claimed. */
  readonly queued: number;
  /** Rows that were set aside after their last attempt. */
  readonly dead: number;
  /** Since when the row that is due for longest has been due; null when none is due. */
  readonly oldestDueAt: Date | null;
}

/** Where a page begins: behind this row, in the order of `createdAt` and then of `id`. */
export type QueuePosition<Row extends QueueRow = QueueRow> = Pick<Row, "createdAt" | "id">;

/**
 * Where a page of queued rows begins: behind this row, in the order of `nextAttemptAt` and then of
 * `id`.
 */
export type DuePosition = Pick<QueueRow, "nextAttemptAt" | "id">;

/** What a worker claims, and under which lease. */
export interface Claim {
  readonly now: Date;
  readonly limit: number;
  readonly lease: LeaseToken;
  readonly leaseEnds: Date;
}

/**
 * A queue with leases. A claimed row belongs to its lease until `nextAttemptAt`; then any worker
 * may claim it again.
 */
export interface LeasedQueue<Row extends QueueRow> {
  /** Adds a row. Rejects with a `StoreConflict` when its id is taken. */
  enqueue(row: Row): Promise<void>;
  /**
   * Takes up to `limit` queued rows that are due at `now`, those that are due for longest, and
   * moves each one's next attempt to `leaseEnds`. Returns them oldest first. Atomic: no two callers
   * are handed the same row within one lease.
   */
  claimDue(now: Date, limit: number, lease: LeaseToken, leaseEnds: Date): Promise<readonly Row[]>;
  /**
   * Moves the end of the lease. Returns false, and changes nothing, when the lease has passed to
   * another.
   */
  extend(id: Row["id"], lease: LeaseToken, leaseEnds: Date): Promise<boolean>;
  /**
   * Removes a row that is done with. Returns false, and removes nothing, when the lease has passed
   * to another: in the transaction of the row's effects this makes them happen once.
   */
  complete(id: Row["id"], lease: LeaseToken): Promise<boolean>;
  /**
   * Gives a row back after a failed attempt, which is counted. Returns false when the lease has
   * passed to another.
   */
  retry(id: Row["id"], lease: LeaseToken, nextAttemptAt: Date): Promise<boolean>;
  /**
   * Gives a row back of which nothing was attempted: it is due at `now`, and no attempt is counted.
   * Returns false when the lease has passed to another.
   */
  release(id: Row["id"], lease: LeaseToken, now: Date): Promise<boolean>;
  /**
   * Sets a row aside as dead after its last attempt, which is counted. Returns false when the lease
   * has passed to another.
   */
  bury(id: Row["id"], lease: LeaseToken): Promise<boolean>;
  /** Returns how much the queue holds at `now`. */
  countBacklog(now: Date): Promise<Backlog>;
  /**
   * Returns up to `limit` dead rows, oldest first, behind `after`; with null, from the oldest on.
   */
  listDead(after: QueuePosition | null, limit: number): Promise<readonly Row[]>;
  /**
   * Returns up to `limit` queued rows, claimed or not, those that are due first, behind `after`;
   * with null, from the first on.
   */
  listQueued(after: DuePosition | null, limit: number): Promise<readonly Row[]>;
  /** Returns the row, queued or dead; null when there is none. */
  find(id: Row["id"]): Promise<Row | null>;
  /**
   * Removes a row that is dead, or queued and under no lease at `now`. Returns false, and removes
   * nothing, when there is no such row.
   */
  deleteUnclaimed(id: Row["id"], now: Date): Promise<boolean>;
  /**
   * Queues a dead row again: it is due at `now`, with all its attempts before it. Returns false
   * when there is no such dead row.
   */
  retryDead(id: Row["id"], now: Date): Promise<boolean>;
}

/** A queue of calls to receivers, of which a slow one holds up no other. */
export interface CallQueue<Row extends QueueRow> extends LeasedQueue<Row> {
  /** Claims as `claimDue` does, and leaves alone what is for a receiver in `busy`. */
  claimCalls(busy: readonly string[], claim: Claim): Promise<readonly Row[]>;
}

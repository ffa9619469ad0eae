import type { JobId, LeaseToken } from "../../kernel/ids.js";

/** Every kind of background work that must be done once, and what its `subject` names. */
export type JobKind =
  /** A deletion request that is due at the end of its grace period. */
  | "delete-account"
  /** A user that is gone, whose audit entries still say so. */
  | "blank-audit"
  /** `section userId`: what a contributor keeps elsewhere of a user that is gone. */
  | "erase-after"
  /** An export request. */
  | "produce-export"
  /** An export request whose link has expired. */
  | "expire-export"
  /** A stored file that nobody needs. */
  | "delete-file";

export interface Job {
  readonly id: JobId;
  readonly kind: JobKind;
  readonly subject: string;
  /** Attempts that have failed so far. */
  readonly attempts: number;
  /** When it is due; while it is claimed, when the lease ends. */
  readonly nextAttemptAt: Date;
  readonly createdAt: Date;
}

/** A queue with leases. A claimed job belongs to its lease until `nextAttemptAt`; then anybody may claim it again. */
export interface JobStore {
  enqueue(job: Job): Promise<void>;
  /**
   * Takes up to `limit` queued jobs that are due at `now`, longest due first, and moves each one's next attempt to `leaseEnds`.
   * Atomic: no two callers are handed the same job within one lease.
   */
  claimDue(now: Date, limit: number, lease: LeaseToken, leaseEnds: Date): Promise<readonly Job[]>;
  /** Holds a claimed job for longer. False when the lease has passed to another. */
  extend(id: JobId, lease: LeaseToken, leaseEnds: Date): Promise<boolean>;
  /** Removes a job that is done with. False, and nothing removed, when the lease has passed to another: in the transaction of its effects this makes them happen once. */
  complete(id: JobId, lease: LeaseToken): Promise<boolean>;
  /** Gives a job back after a failed attempt, counted. False when the lease has passed to another. */
  retry(id: JobId, lease: LeaseToken, nextAttemptAt: Date): Promise<boolean>;
  /** Sets a job aside as dead after its last attempt, counted. False when the lease has passed to another. */
  bury(id: JobId, lease: LeaseToken): Promise<boolean>;
  countDead(): Promise<number>;
  /** Removes the queued job of that kind and subject, if there is one and nobody holds it; how many. */
  deleteQueued(kind: JobKind, subject: string): Promise<number>;
}

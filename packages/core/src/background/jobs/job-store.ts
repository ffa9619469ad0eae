import type { JobId, LeaseToken } from "../../kernel/ids.js";
import type { CallQueue, QueueRow } from "../leased-queue/leased-queue-store.js";

/** Every kind of background work that must be done once. */
export type JobKind = BaseJobKind | FeatureJobKind;

/** A kind of job of a feature: its name, and what is to be done. */
export type FeatureJobKind = `${string}/${string}`;

/** The kinds of the base, and what the `subject` of each names. */
export type BaseJobKind =
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
  /** A stored file that is no longer needed. */
  | "delete-file"
  /** The entry of a user that is gone, for the ledger of erasures. */
  | "append-erasure"
  /** `event subscriber`: an event, in the payload, of which a subscriber is to be told. */
  | "notify-subscriber";

/**
 * What a job needs beside its subject, as JSON. With a `payloadVersion` that an earlier release
 * does not know, its workers leave the job alone.
 */
export type JobPayload = Readonly<Record<string, unknown>>;

/** A row of the queue of jobs. `subject` is the id, or the ids, that its kind says. */
export interface Job extends QueueRow {
  readonly id: JobId;
  readonly kind: JobKind;
  readonly subject: string;
  /**
   * The event that a subscriber is told of; of a deletion or an export the language of the request
   * that asked for it, and the contributors that participate; of a kind of a feature what that
   * gave; null for every other kind.
   */
  readonly payload: JobPayload | null;
  /** What `recordFailure` was given last; null while no attempt has failed. */
  readonly lastError: string | null;
}

/**
 * The queue of jobs. One kind and subject may have several. Jobs of the kind `notify-subscriber`
 * are calls, and their subject is the receiver: `claimCalls` hands out these alone, `claimDue` all
 * others.
 */
export interface JobStore extends CallQueue<Job> {
  /** Stores a job. No attempt at it has failed. */
  enqueue(job: Omit<Job, "lastError">): Promise<void>;
  /**
   * Writes down what the attempt under that lease failed of. Returns false, and changes nothing,
   * when the lease has passed to another.
   */
  recordFailure(id: JobId, lease: LeaseToken, failure: string): Promise<boolean>;
  /**
   * Removes the queued jobs of that kind and subject that no worker has claimed. Returns the number
   * of jobs removed.
   */
  deleteQueued(kind: JobKind, subject: string): Promise<number>;
  /**
   * Makes the queued jobs of that kind and subject that no worker has claimed due at another time.
   * Returns the number of jobs changed.
   */
  updateDueAt(kind: JobKind, subject: string, dueAt: Date): Promise<number>;
  /**
   * Queues the jobs of that kind and subject of which an attempt has failed, dead ones too: they
   * are due at `now`, with all their attempts before them. Jobs that a worker has claimed are left
   * alone. Returns the number of jobs queued.
   */
  retryFailed(kind: JobKind, subject: string, now: Date): Promise<number>;
}

import type { Backlog, DuePosition, QueuePosition } from "../leased-queue/leased-queue-store.js";
import type { Task } from "./task-loop.js";

/** The queues that are there in every system. */
export type BaseQueueName = "mail" | "jobs";

/** A queue, by the name of the task that works on it: of the base, or of a feature. */
export type QueueName = BaseQueueName | (string & Record<never, never>);

/** A row that was set aside after its last attempt, as an operator sees it. */
export interface DeadRow {
  readonly id: string;
  /**
   * The template of a mail, the kind of a job or what a feature calls its rows by; null when the
   * row cannot be read.
   */
  readonly kind: string | null;
  /**
   * The masked recipient of a mail, the subject of a job or what a row of a feature is about; null
   * when the row cannot be read.
   */
  readonly subject: string | null;
  readonly attempts: number;
  readonly createdAt: Date;
  /**
   * Why the last attempt at a job failed: the kind and code of the error, and its message without
   * values. Null for mails, and before a failure.
   */
  readonly lastError: string | null;
}

/**
 * A row that waits for its time or for a worker, or that a worker has claimed, as an operator sees
 * it.
 */
export interface QueuedRow extends DeadRow {
  /** When it is due; while a worker has claimed it, when its lease ends. */
  readonly nextAttemptAt: Date;
}

/**
 * What became of a row that an operator takes out of its queue. `claimed`: a worker is at it, so it
 * stays. `required`: it erases what nothing else would, so it stays. `unknown`: there is no such
 * row.
 */
export type QueueRemoval = "removed" | "claimed" | "required" | "unknown";

/** The background work on one queue. */
export interface QueueTask extends Task {
  readonly name: QueueName;
  /** Returns how much work waits in the queue. */
  countBacklog(): Promise<Backlog>;
  /** Returns up to `limit` rows that were set aside, oldest first. */
  listDead(after: QueuePosition | null, limit: number): Promise<readonly DeadRow[]>;
  /** Returns up to `limit` rows that wait, in the order in which they are due. */
  listQueued(after: DuePosition | null, limit: number): Promise<readonly QueuedRow[]>;
  /** Queues a dead row again. Returns false when there is no such dead row. */
  retryDead(id: string): Promise<boolean>;
  /** Takes a row out of the queue, unless a worker has claimed it. */
  remove(id: string): Promise<QueueRemoval>;
}

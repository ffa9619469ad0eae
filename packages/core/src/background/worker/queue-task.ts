import type { Backlog, QueuePosition } from "../leased-queue/leased-queue-store.js";
import type { Task } from "./task-loop.js";

/** The queues of the system, by the name of the task that works on each. */
export type QueueName = "mail" | "jobs";

/** A row that was set aside after its last attempt, as an operator sees it. */
export interface DeadRow {
  readonly id: string;
  /** The template of a mail or the kind of a job; null when the row cannot be read. */
  readonly kind: string | null;
  /** The masked recipient of a mail or the subject of a job; null when the row cannot be read. */
  readonly subject: string | null;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** The background work on one queue. */
export interface QueueTask extends Task {
  readonly name: QueueName;
  countBacklog(): Promise<Backlog>;
  listDead(after: QueuePosition | null, limit: number): Promise<readonly DeadRow[]>;
  retryDead(id: string): Promise<boolean>;
}

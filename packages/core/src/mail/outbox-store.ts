import type { LeaseToken, OutboxMailId } from "../kernel/ids.js";

export interface OutboxMail {
  readonly id: OutboxMailId;
  /** Recipient, template and data, sealed with the row's id as context. */
  readonly sealed: string;
  /** Deliveries that have failed so far. */
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  /** From then on the mail is of no use and is dropped instead of sent. */
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** A queue with leases. A claimed mail belongs to its lease until `nextAttemptAt`; then anybody may claim it again. */
export interface OutboxStore {
  enqueue(mail: OutboxMail): Promise<void>;
  /**
   * Takes up to `limit` queued mails that are due at `now`, oldest first, and moves each one's next attempt to `leaseEnds`.
   * Atomic: no two callers are handed the same mail within one lease.
   */
  claimDue(now: Date, limit: number, lease: LeaseToken, leaseEnds: Date): Promise<readonly OutboxMail[]>;
  /** Removes a mail that is done with. False when the lease has passed to another. */
  complete(id: OutboxMailId, lease: LeaseToken): Promise<boolean>;
  /** Gives a mail back after a failed delivery, counted. False when the lease has passed to another. */
  retry(id: OutboxMailId, lease: LeaseToken, nextAttemptAt: Date): Promise<boolean>;
  /** Sets a mail aside as dead after its last attempt, counted. False when the lease has passed to another. */
  bury(id: OutboxMailId, lease: LeaseToken): Promise<boolean>;
  countDead(): Promise<number>;
  /** Removes up to `limit` dead mails that had expired by `now`; how many. */
  deleteExpiredDead(now: Date, limit: number): Promise<number>;
}

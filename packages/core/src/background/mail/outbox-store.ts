import type { LeaseToken, OutboxMailId } from "../../kernel/ids.js";

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
  /** What the mail shares a budget with: the group and the pseudonym of its recipient. Null for a mail that is no notice. */
  readonly noticeGroup: string | null;
  /** Whether it waits for the budget of its group: then it is counted when it is sent, and a newer notice takes its place. */
  readonly overBudget: boolean;
}

/** A queue with leases. A claimed mail belongs to its lease until `nextAttemptAt`; then anybody may claim it again. */
export interface OutboxStore {
  enqueue(mail: OutboxMail): Promise<void>;
  /**
   * Enqueues a notice that is over budget in the place of the one of its group that waits: of each group there is one, however many race, and the last
   * to come stays. When the earlier one is being delivered, the newer one is due after that lease at the earliest, and the earlier one is not retried.
   */
  replaceOverBudget(mail: OutboxMail): Promise<void>;
  /**
   * Takes back the group's queued notices, or only the one that is over budget: they are handed out no more. One that is being delivered expires
   * at `now` instead, so that it is not sent again if this delivery fails.
   */
  revokeNotices(
    noticeGroup: string,
    which: { readonly onlyOverBudget: boolean },
    now: Date,
  ): Promise<void>;
  /**
   * Takes up to `limit` queued mails that are due at `now`, oldest first, and moves each one's next attempt to `leaseEnds`. While a notice is being
   * delivered, none of its group is handed out: an earlier one never arrives after a later one.
   * Atomic: no two callers are handed the same mail within one lease.
   */
  claimDue(
    now: Date,
    limit: number,
    lease: LeaseToken,
    leaseEnds: Date,
  ): Promise<readonly OutboxMail[]>;
  /** Removes a mail that is done with. False when the lease has passed to another. */
  complete(id: OutboxMailId, lease: LeaseToken): Promise<boolean>;
  /** Gives a mail back after a failed delivery, counted. False when the lease has passed to another. */
  retry(id: OutboxMailId, lease: LeaseToken, nextAttemptAt: Date): Promise<boolean>;
  /** Sets a mail aside as dead after its last attempt, counted. False when the lease has passed to another. */
  bury(id: OutboxMailId, lease: LeaseToken): Promise<boolean>;
  countDead(): Promise<number>;
}

import type { OutboxMailId } from "../../kernel/ids.js";
import type { LeasedQueue, QueueRow } from "../leased-queue/leased-queue-store.js";

/** A row of the queue of mails. Only the worker that delivers it can read what it says. */
export interface OutboxMail extends QueueRow {
  readonly id: OutboxMailId;
  /** Recipient, template and data, sealed with the row's id as context. */
  readonly sealed: string;
  /** From then on the mail is of no use and is dropped instead of sent. */
  readonly expiresAt: Date;
  /**
   * What the mail shares a budget with: the group and the pseudonym of its recipient. Null for a
   * mail that is no notice.
   */
  readonly noticeGroup: string | null;
  /**
   * Whether it waits for the budget of its group: then it is counted when it is sent, and a newer
   * notice takes its place.
   */
  readonly overBudget: boolean;
}

/**
 * The queue of mails. While a notice is being delivered, `claimDue` hands out none of its group: an
 * earlier one never arrives after a later one. A buried notice is no longer over budget.
 */
export interface OutboxStore extends LeasedQueue<OutboxMail> {
  /**
   * Enqueues a notice that is over budget in the place of the one of its group that waits: of each
   * group there is one, however many race, and the last to come stays. When the earlier one is
   * being delivered, the newer one is due after that lease at the earliest, and the earlier one is
   * not retried.
   */
  replaceOverBudget(mail: OutboxMail): Promise<void>;
  /**
   * Takes back the group's queued notices, or only the one that is over budget: they are handed out
   * no more. One that is being delivered expires at `now` instead, so that it is not sent again if
   * this delivery fails.
   */
  revokeNotices(
    noticeGroup: string,
    which: { readonly onlyOverBudget: boolean },
    now: Date,
  ): Promise<void>;
}

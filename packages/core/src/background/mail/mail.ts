import { after, isPast } from "../../kernel/duration.js";
import { maskEmailAddress } from "../../kernel/email-address.js";
import type { DeletionRequestId, LeaseToken } from "../../kernel/ids.js";
import { MAIL_BACKOFF } from "../../kernel/policy.js";
import type { Env } from "../../store/env.js";
import type { Mailer } from "../../ports/mailer.js";
import { spendNoticeBudget } from "../rate-limit/spend-budget.js";
import type { Carried, Mail, NoMail } from "./mails.js";
import type { OutboxMail } from "./outbox-store.js";
import { renderHtml, renderText } from "./rendering.js";
import { draftMail } from "./templates.js";

/** Empties the outbox: at least once, under a lease, with growing pauses after failures. */
export function createMailDelivery(env: Env, mailer: Mailer) {
  const { store, clock, random, sealer, policy, logger, links, choices } = env;

  /** Takes a batch of due mails and sees each one through; how many it took. */
  async function deliverDue(): Promise<number> {
    const now = clock.now();
    const lease = random.id<LeaseToken>();
    const claimed = await store.outbox.claimDue(
      now,
      policy.workerBatch,
      lease,
      after(now, policy.workerLease),
    );
    const settled = await Promise.allSettled(claimed.map((row) => settle(row, lease)));
    for (const result of settled)
      if (result.status === "rejected") logger.error("mail_unsettled", {}, result.reason);
    return claimed.length;
  }

  async function settle(row: OutboxMail, lease: LeaseToken): Promise<void> {
    const opened = sealer.open("outbox", row.sealed, row.id);
    if (opened === null) {
      await store.outbox.bury(row.id, lease);
      logger.error("mail_unreadable", { mailId: row.id });
      return;
    }
    const mail = JSON.parse(opened) as Mail | NoMail;
    if (mail.template !== "none" && !(await send(row, mail, lease))) return;
    await store.outbox.complete(row.id, lease);
  }

  /** Whether the mail is done with: delivered, or dropped because what it brings is dead. */
  async function send(row: OutboxMail, mail: Mail, lease: LeaseToken): Promise<boolean> {
    const fields = { mailId: row.id, template: mail.template, to: maskEmailAddress(mail.to) };
    if (await isDead(row, mail)) {
      logger.info("mail_dropped", fields);
      return true;
    }
    const waitsUntil = await spendWaitingNotice(row);
    if (waitsUntil !== null) {
      await store.outbox.retry(row.id, lease, waitsUntil);
      return false;
    }
    try {
      // A template of a newer version, while both run, throws here and is tried again: by then a worker may know it.
      const draft = draftMail(mail, { appName: choices.appName, links });
      const messageId = `<${row.id}@${links.host}>`;
      await mailer.deliver({
        to: mail.to,
        subject: draft.subject,
        text: renderText(draft),
        html: renderHtml(draft),
        messageId,
      });
    } catch (failure) {
      await postpone(row, mail, { lease, failure });
      return false;
    }
    logger.info("mail_sent", { ...fields, attempt: row.attempts + 1 });
    return true;
  }

  /** A notice that was over budget is counted now, before its first attempt. Null when it may go out; otherwise from when on it may. */
  async function spendWaitingNotice({
    noticeGroup,
    overBudget,
    attempts,
  }: OutboxMail): Promise<Date | null> {
    if (!overBudget || attempts > 0) return null;
    const budget = await spendNoticeBudget(store.counters, env, noticeGroup!);
    return budget.spent ? null : budget.resetsAt;
  }

  /** Whether what the mail brings is of no use any more. */
  async function isDead({ expiresAt }: OutboxMail, mail: Mail): Promise<boolean> {
    const now = clock.now();
    if (isPast(expiresAt, now)) return true;
    if (mail.template === "deletion-requested" && mail.data.requestId)
      return !(await isPending(mail.data.requestId));
    return mail.carries !== null && !(await isLive(mail.carries, now));
  }

  /** It may have been called off from another email address: then what was to be told to this one was not taken back. */
  const isPending = async (id: DeletionRequestId): Promise<boolean> =>
    (await store.deletionRequests.find(id))?.status === "pending";

  async function isLive(carries: Carried, now: Date): Promise<boolean> {
    if (carries.kind === "one-time-code") return store.oneTimeCodes.isLive(carries.id, now);
    if (carries.kind === "mailed-link") return store.mailedLinks.isLive(carries.id, now);
    if (!(await store.invitations.isLive(carries.id, now))) return false;
    // Sent again meanwhile: the link of this mail is dead, and the newer mail brings the one that works.
    return (
      carries.tokenHash === undefined ||
      (await store.invitations.findByToken(carries.tokenHash)) !== null
    );
  }

  async function postpone(
    row: OutboxMail,
    mail: Mail,
    { lease, failure }: { readonly lease: LeaseToken; readonly failure: unknown },
  ): Promise<void> {
    const attempt = row.attempts + 1;
    const fields = {
      mailId: row.id,
      template: mail.template,
      to: maskEmailAddress(mail.to),
      attempt,
    };
    const pause = MAIL_BACKOFF[row.attempts];
    if (attempt >= policy.mailAttempts || pause === undefined) {
      await store.outbox.bury(row.id, lease);
      logger.error("mail_dead", fields, failure);
      return;
    }
    await store.outbox.retry(row.id, lease, after(clock.now(), pause));
    logger.warn("mail_failed", fields);
  }

  return { deliverDue };
}

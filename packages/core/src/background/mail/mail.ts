import { isPast } from "../../kernel/duration.js";
import { maskEmailAddress } from "../../kernel/email-address.js";
import { MAIL_BACKOFF } from "../../kernel/policy.js";
import type { LogFields } from "../../ports/logger.js";
import type { Mailer } from "../../ports/mailer.js";
import type { Env } from "../../store/env.js";
import type { Stores } from "../../store/store.js";
import {
  type Attempt,
  createQueueTask,
  type Outcome,
} from "../leased-queue/drain-queue.procedure.js";
import { isOfNewerRelease } from "../leased-queue/payload-version.js";
import { spendNoticeBudget } from "../rate-limit/spend-budget.js";
import type { DeadRow, QueueTask } from "../worker/queue-task.js";
import type { MailChoices } from "./mail-choices.js";
import { isPartMail } from "./mail-part.js";
import type { NoMail } from "./mails.js";
import type { OutboxMail } from "./outbox-store.js";
import type { AnyMail } from "./own-mail.js";
import { renderMail } from "./render-mail.procedure.js";
import { isTemplate, rowOf } from "./templates.js";

type WaitingMail = AnyMail | NoMail;

/** What logs and operators call it. */
const nameOf = (mail: WaitingMail): string =>
  mail.template === "application" ? mail.name : mail.template;

const ALWAYS_KNOWN: ReadonlySet<string> = new Set(["none", "application"]);

/**
 * A mail of the application follows its reader to another email address, and goes with them. Null
 * when they are gone.
 */
async function presentMail({ users }: Stores, mail: AnyMail): Promise<AnyMail | null> {
  if (mail.template !== "application") return mail;
  const reader = await users.findById(mail.userId);
  return reader && { ...mail, to: reader.email };
}

/** The queue of mails: at least once, under a lease, with growing pauses after failures. */
export function createMailDelivery(env: Env, mailer: Mailer, mails: MailChoices): QueueTask {
  const { store, clock, sealer, policy, logger, links } = env;
  const { parts } = mails;

  /** Whether only a newer release, or a process with a feature more, can render it. */
  const isUnknown = (mail: WaitingMail): boolean =>
    isOfNewerRelease(mail) ||
    !(ALWAYS_KNOWN.has(mail.template) || isTemplate(mail.template) || parts.has(mail.template));

  function prepare(row: OutboxMail): Attempt | "unreadable" | "unknown" {
    const mail = open(row);
    if (mail === null) {
      logger.error("mail_unreadable", { mailId: row.id });
      return "unreadable";
    }
    if (isUnknown(mail) && !isPast(row.expiresAt, clock.now())) {
      logger.warn("mail_unknown", { mailId: row.id, template: mail.template });
      return "unknown";
    }
    const fields = {
      mailId: row.id,
      template: nameOf(mail),
      to: maskEmailAddress(mail.to),
      attempt: row.attempts + 1,
    };
    return {
      fields,
      maxAttempts: policy.mailAttempts,
      backoff: MAIL_BACKOFF,
      run: async () => (mail.template === "none" ? "done" : send(row, mail, fields)),
    };
  }

  /** Null when no known key opens the row, or it was moved there from another. */
  function open({ id, sealed }: OutboxMail): WaitingMail | null {
    const opened = sealer.open("outbox", sealed, id);
    return opened === null ? null : (JSON.parse(opened) as WaitingMail);
  }

  async function send(row: OutboxMail, stored: AnyMail, fields: LogFields): Promise<Outcome> {
    const mail = await presentMail(store, stored);
    if (mail === null || (await isDead(row, mail))) {
      logger.info("mail_dropped", fields);
      return "done";
    }
    const retryAt = await spendWaitingNotice(row);
    if (retryAt !== null) return { retryAt };
    const rendered = await renderMail(env, mails, mail);
    await mailer.deliver({
      to: mail.to,
      subject: rendered.subject,
      text: rendered.text,
      html: rendered.html,
      messageId: `<${row.id}@${links.host}>`,
    });
    logger.info("mail_sent", fields);
    return "done";
  }

  /**
   * A notice that was over budget is counted now, before its first attempt. Null when it may go
   * out; otherwise from when on it may.
   */
  async function spendWaitingNotice({
    noticeGroup,
    overBudget,
    attempts,
  }: OutboxMail): Promise<Date | null> {
    if (!overBudget || noticeGroup === null || attempts > 0) return null;
    const budget = await spendNoticeBudget(store.counters, env, noticeGroup);
    return budget.spent ? null : budget.resetsAt;
  }

  /** Whether what the mail brings is of no use any more. */
  async function isDead({ expiresAt }: OutboxMail, mail: AnyMail): Promise<boolean> {
    const now = clock.now();
    if (isPast(expiresAt, now)) return true;
    if (mail.template === "application") return false;
    const part = parts.get(mail.template);
    const isLive = isPartMail(mail)
      ? part?.isLive?.(mail.data, store, now)
      : rowOf(mail.template).isLive(mail, store, now);
    return (await isLive) === false;
  }

  function describe(row: OutboxMail): DeadRow {
    const { id, attempts, createdAt } = row;
    const mail = open(row);
    const subject = mail && maskEmailAddress(mail.to);
    return { id, kind: mail && nameOf(mail), subject, attempts, createdAt, lastError: null };
  }

  return createQueueTask(env, {
    name: "mail",
    noun: "mail",
    idField: "mailId",
    queue: store.outbox,
    // A slow mail server holds up no mail of the batch.
    concurrency: policy.workerBatch,
    prepare,
    describe,
    remove: ({ id }) => store.outbox.deleteUnclaimed(id, clock.now()),
  });
}

import type { Client } from "../../kernel/client.js";
import { after } from "../../kernel/duration.js";
import type { UserId } from "../../kernel/ids.js";
import { MAX_OWN_MAIL_LENGTH } from "../../kernel/policy.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Languages } from "../language/languages.js";
import { readerLanguage } from "../language/reader-language.js";
import { enqueueMail } from "./enqueue-mail.js";
import type { ApplicationMail, OwnMailText } from "./own-mail.js";

/** A mail of the application's own to one of its users. */
export interface OwnMail {
  /**
   * Names the mail in the log and for operators, for example `billing.invoice`: letters, digits,
   * `.`, `_` and `-`.
   */
  readonly name: string;
  /** Who reads it. */
  readonly to: UserId;
  /**
   * Returns what the mail says, in one of `auth.languages.locales`. Called at once, and it awaits
   * nothing.
   */
  readonly text: (locale: string) => OwnMailText;
  /**
   * The request that causes it: its language counts where the reader has chosen none. Default:
   * null.
   */
  readonly client?: Pick<Client, "acceptLanguage"> | null;
}

/** Mails of the application's own. */
export interface Mails {
  /**
   * Puts a mail into the outbox, in the transaction that causes it: with the layout and brand of
   * the library's mails, in the reader's language, and sealed while it waits. The worker delivers
   * it after the commit, within `policy.workerPoll`, or at once when you call
   * `worker.nudge("mail")` then. It is sent to the email address that the reader has at that time,
   * and dropped when they are gone by then or a day has passed (`policy.noticeLifetime`). It counts
   * against no budget: what others can cause, limit yourself. It takes nothing from the budgets of
   * notices either, so no mail of yours holds back one that warns of a stranger.
   * @returns false, and enqueues nothing, when the user is gone or has not verified their email
   * address: it may be another person's
   * @throws {RangeError} for a name of another form, a text of more than 16,384 characters as JSON,
   * and a button that opens no http or https URL
   * @example
   * await store.transaction(async (tx) => {
   *   await saveInvoice(tx, invoice);
   *   await auth.mails.enqueue(tx, {
   *     name: "billing.invoice",
   *     to: userId,
   *     text: (locale) => (locale === "de" ? GERMAN : ENGLISH)(invoice),
   *   });
   * });
   */
  enqueue(tx: Tx, mail: OwnMail): Promise<boolean>;
}

/** Puts a mail of the application into the outbox, in the language of its reader. */
export async function enqueueOwnMail(
  tx: Tx,
  world: World,
  { mail, languages }: { readonly mail: OwnMail; readonly languages: Languages },
): Promise<boolean> {
  const { name, to, text, client = null } = mail;
  if (!/^[a-z][\w.-]{0,63}$/i.test(name))
    throw new RangeError(`mails: ${name} is not of letters, digits, ".", "_" and "-"`);
  const user = await tx.users.findById(to);
  if (!user?.emailVerified) return false;
  const language = languages.match(readerLanguage(user, client));
  const sealed: ApplicationMail = {
    template: "application",
    name,
    to: user.email,
    userId: user.id,
    data: checkText(name, text(language)),
    carries: null,
    language,
  };
  await enqueueMail(tx, world, sealed, after(world.clock.now(), world.policy.noticeLifetime));
  return true;
}

function checkText(name: string, text: OwnMailText): OwnMailText {
  const { subject, paragraphs, button, footer } = text;
  if (button && !WEB_URL.test(button.url))
    throw new RangeError(`mails: the button of ${name} opens no http or https URL`);
  const checked: OwnMailText = {
    subject,
    paragraphs,
    ...(button && { button }),
    ...(footer !== undefined && { footer }),
  };
  if (JSON.stringify(checked).length > MAX_OWN_MAIL_LENGTH)
    throw new RangeError(`mails: the text of ${name} is too long`);
  return checked;
}

/** A URL that may stand alone on a line, and in an attribute. */
const WEB_URL = /^https?:\/\/[^\s"'<>\\]+$/i;

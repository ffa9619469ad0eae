import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import { inOneLine } from "../../kernel/plain-text.js";
import type { Links } from "../../ports/links.js";
import type { Catalogue } from "../language/catalogue.js";
import { type Draft, senderOf } from "./drafts.js";
import type { PartMail } from "./mail-part.js";
import type { Mail } from "./mails.js";

/** What a mail of the application says, in one language, as plain text. */
export interface OwnMailText {
  /** One line. */
  readonly subject: string;
  /** One below the other. Mail programs show the first in the list of mails. */
  readonly paragraphs: readonly [string, ...string[]];
  /** A button below the paragraphs, and the http or https URL that it opens. Default: none. */
  readonly button?: { readonly label: string; readonly url: string };
  /**
   * Why the mail is sent, and where it can be turned off. Who sends it stands before that. Default:
   * nothing more.
   */
  readonly footer?: string;
}

/** A mail of the application's own, as it waits, sealed. */
export interface ApplicationMail {
  readonly template: "application";
  /** The name that the application gave it. */
  readonly name: string;
  readonly to: EmailAddress;
  /** Who reads it: it is dropped once they are gone. */
  readonly userId: UserId;
  readonly data: OwnMailText;
  readonly carries: null;
  /** The language that the text is in. */
  readonly language: string;
}

/** A mail of the library, of a feature, or one of the application's own. */
export type AnyMail = Mail | PartMail | ApplicationMail;

/** Returns the mail in the layout of all others. */
export function draftOwnMail({ data }: ApplicationMail, sent: OwnMailSender): Draft {
  const { subject, paragraphs, button, footer } = data;
  const sender = senderOf(sent);
  return {
    subject: inOneLine(subject),
    pieces: [
      ...paragraphs.map((text) => ({ text })),
      ...(button ? [{ link: button.url, label: inOneLine(button.label) }] : []),
    ],
    footer: footer === undefined ? sender : `${sender}: ${footer}`,
    colon: sent.catalogue.colon,
  };
}

interface OwnMailSender {
  readonly appName: string;
  readonly links: Pick<Links, "home">;
  readonly catalogue: Pick<Catalogue, "colon">;
}

import type { Language } from "../language/languages.js";
import type { PartMail } from "./mail-part.js";
import type { Mail } from "./mails.js";
import type { ApplicationMail } from "./own-mail.js";

/**
 * A mail as an application renders it: its template, its only recipient, and its data. Those of
 * features have their name as template; those of `auth.mails` the template `application`, and a
 * name.
 */
export type MailToRender =
  | (Mail extends infer M ? (M extends Mail ? Pick<M, "template" | "to" | "data"> : never) : never)
  | Pick<PartMail, "template" | "to" | "data">
  | Pick<ApplicationMail, "template" | "name" | "to" | "data">;

/** A mail as it is sent. */
export interface RenderedMail {
  /** One line. */
  readonly subject: string;
  /** Codes and links stand alone on their lines. */
  readonly text: string;
  /** The same as an HTML document. */
  readonly html: string;
}

/** What a renderer may use. */
export interface RenderContext {
  /** The language of the recipient: one of the offered ones. */
  readonly locale: string;
  /** The URL that the mail's button opens; null for a mail that brings a code. */
  readonly link: string | null;
  /** The mail as it would be sent without this renderer. */
  readonly standard: RenderedMail;
}

/** How mails read. How they look is `AuthOptions.brand`. */
export interface MailOptions {
  /**
   * Renders a mail. Null: as it would be without this function. What it throws is a failed attempt
   * of the delivery, which is reported and repeated.
   * @example
   * const render = (mail, { standard }) =>
   *   mail.template === "magic-link" ? { ...standard, subject: "Come in" } : null;
   */
  readonly render?: (
    mail: MailToRender,
    context: RenderContext,
  ) => RenderedMail | null | Promise<RenderedMail | null>;
  /**
   * The languages of mails and of the pages behind their links. The first is for people whose
   * languages are not among them. Default: all that come with the library, English first.
   */
  readonly locales?: readonly Language[];
}

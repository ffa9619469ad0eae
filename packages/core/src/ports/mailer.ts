import type { EmailAddress } from "../kernel/email-address.js";

/** A rendered mail. */
export interface OutgoingMail {
  /** The only recipient. */
  readonly to: EmailAddress;
  /** One line. */
  readonly subject: string;
  /** The mail as plain text. */
  readonly text: string;
  /** The same mail as an HTML document. */
  readonly html: string;
  /**
   * The `Message-ID` with its angle brackets (RFC 5322 §3.6.4). It stays the same when a delivery
   * is repeated.
   */
  readonly messageId: string;
}

/** Delivers mails. The worker calls it, and repeats what fails. */
export interface Mailer {
  /**
   * Resolves when the mail is accepted for delivery.
   *
   * @throws {Error} when it is not; the worker repeats the delivery later. The message goes to the
   * log, so it must not contain a secret, an email address or the text of the mail.
   */
  deliver(mail: OutgoingMail): Promise<void>;
}

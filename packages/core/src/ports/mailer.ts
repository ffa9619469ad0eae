import type { EmailAddress } from "../kernel/email-address.js";

export interface OutgoingMail {
  /** The only recipient. */
  readonly to: EmailAddress;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Stable over repeated deliveries of the same mail, angle brackets included. */
  readonly messageId: string;
}

export interface Mailer {
  /** Resolves once the mail is accepted for delivery; rejects otherwise, and the mail is tried again later. */
  deliver(mail: OutgoingMail): Promise<void>;
}

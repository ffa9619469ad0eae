import type { MailMessage, PluginFunction } from "nodemailer";

/**
 * Stops a mail just before it is sent unless its envelope names exactly the one recipient of the
 * mail. However the library parses an email address, no second mailbox gets a code or a link.
 */
export function soleRecipient(
  { message, data }: Pick<MailMessage, "message" | "data">,
  done: Parameters<PluginFunction>[1],
): void {
  const recipients = message.getEnvelope().to;
  const expected = typeof data.to === "object" && "address" in data.to ? data.to.address : null;
  const sole = recipients.length === 1 && recipients[0] === expected;
  done(sole ? null : Object.assign(new Error("not one recipient"), { code: "ERECIPIENTS" }));
}

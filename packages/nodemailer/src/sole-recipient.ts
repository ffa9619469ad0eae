import type { MailMessage, PluginFunction } from "nodemailer";

/**
 * Stops a mail, last thing before it is sent, unless its envelope names the one recipient it was given as an address object and nobody
 * else. Whatever the library may make of an address, no second mailbox gets a code or a link.
 */
export function soleRecipient(
  { message, data }: Pick<MailMessage, "message" | "data">,
  done: Parameters<PluginFunction>[1],
): void {
  const recipients = message.getEnvelope().to;
  const meant = typeof data.to === "object" && "address" in data.to ? data.to.address : null;
  const sole = recipients.length === 1 && recipients[0] === meant;
  done(sole ? null : Object.assign(new Error("not one recipient"), { code: "ERECIPIENTS" }));
}

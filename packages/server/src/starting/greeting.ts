import type { Config } from "../config/config.js";
import { printable } from "../config/printable.js";
import { mailsElsewhere } from "../serving/inbox/where-mails-are.js";

/**
 * What a person at a terminal is told once the server listens: where the service, its reference,
 * the front end and the mails are.
 */
export function greeting(config: Config): string {
  const { serviceAuthUrl, appUrl } = config;
  const isThere = config.production || config.pages === "on";
  const lines = [
    `Service    ${serviceAuthUrl}`,
    `Reference  ${serviceAuthUrl}/docs`,
    `Front end  ${appUrl}${isThere ? "" : ", once you start it"}`,
    `Mails      ${mailsAt(config)}`,
  ];
  return `\n${lines.map((line) => `  ${printable(line)}\n`).join("")}\n`;
}

function mailsAt(config: Config): string {
  if (config.smtpUrl !== null) return "are sent through SMTP_URL";
  return mailsElsewhere(config) ?? `${config.serviceAuthUrl}/dev/inbox`;
}

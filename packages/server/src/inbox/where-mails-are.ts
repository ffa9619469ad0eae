import type { Config } from "../config.js";

type MailConfig = Pick<Config, "production" | "smtpUrl" | "webConcurrency" | "worker">;

/** Whether mails are printed for a developer instead of being sent, so that there is an inbox to read them in. */
export const hasInbox = ({ production, smtpUrl }: MailConfig): boolean =>
  !production && smtpUrl === null;

/** Where printed mails are when no single process of the server has them all; null when the inbox has them. */
export function mailsElsewhere({ webConcurrency, worker }: MailConfig): string | null {
  if (worker === "off")
    return "WORKER=off: the process of auth-server worker prints the mails, on its standard output.";
  if (webConcurrency > 1)
    return `WEB_CONCURRENCY=${webConcurrency}: each process prints the mails that it delivers, on the standard output of the server.`;
  return null;
}

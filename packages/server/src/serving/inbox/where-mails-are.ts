import { isLoopbackHost } from "@acme/auth-core/surface";
import type { Config } from "../../config/config.js";

type MailConfig = Pick<
  Config,
  "production" | "smtpUrl" | "serviceAuthUrl" | "webConcurrency" | "worker"
>;

/**
 * Whether pages for a developer on this machine are shown. A service with a public name stands
 * behind a proxy, which may show neither the name nor itself.
 */
export const isForDevelopers = ({
  production,
  serviceAuthUrl,
}: Pick<MailConfig, "production" | "serviceAuthUrl">): boolean =>
  !production && isLoopbackHost(new URL(serviceAuthUrl).hostname);

/**
 * Whether mails are printed for a developer instead of being sent, so that there is an inbox to
 * read them in.
 */
export const hasInbox = (config: MailConfig): boolean =>
  config.smtpUrl === null && isForDevelopers(config);

/**
 * Where printed mails are when no single process of the server has them all; null when the inbox
 * has them.
 */
export function mailsElsewhere(config: MailConfig): string | null {
  const { webConcurrency, worker } = config;
  if (!hasInbox(config))
    return "The server prints the mails on its standard output: their inbox is for a service at localhost.";
  if (worker === "off")
    return "WORKER=off: the process of auth-server worker prints the mails, on its standard output.";
  if (webConcurrency > 1)
    return `WEB_CONCURRENCY=${webConcurrency}: each process prints the mails that it delivers, on the standard output of the server.`;
  return null;
}

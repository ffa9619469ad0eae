import type { Logger } from "@acme/auth-core";
import type { Config } from "../config/config.js";
import type { Composition } from "./compose.js";
import { speaksForAll } from "./speaker.js";

/**
 * With `AUTO_MIGRATE=false`: tells the operator that migrations are pending, and how to apply them.
 * Until then `/readyz` is 503.
 */
export function reportPendingMigrations({ pending }: Composition, logger: Logger): void {
  if (pending.length > 0 && speaksForAll())
    logger.error("migrations_pending", {
      pending: pending.join(" "),
      problem: "The database is older than this program. Run: auth-server migrate",
    });
}

/**
 * Asks the mail server once whether it takes mails, so that a wrong `SMTP_URL` shows before the
 * first mail.
 */
export async function reportMailServer(
  { mailer }: Composition,
  { worker }: Config,
  logger: Logger,
): Promise<void> {
  if (worker === "off" || !speaksForAll()) return;
  try {
    await mailer.verify?.();
  } catch (failure) {
    logger.warn("mail_server_unreachable", {
      reason: failure instanceof Error ? failure.message : "unknown",
      problem: "Mails will wait. Correct SMTP_URL, or look whether the mail server runs.",
    });
  }
}

import type { Logger } from "@acme/auth-core";
import type { Config } from "../config/config.js";
import type { Composition } from "./compose.js";
import { countEnrolledWhileOff } from "./enrolled-while-off.js";
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

/**
 * With `SECOND_FACTOR=off`: tells the operator of users who have enrolled a second factor, and so
 * cannot sign in.
 */
export async function reportEnrolled(
  composition: Composition,
  config: Config,
  logger: Logger,
): Promise<void> {
  if (!speaksForAll() || composition.pending.length > 0) return;
  // A database that is out of reach is reported by what needs it.
  const users = await countEnrolledWhileOff(composition, config).catch(() => 0);
  if (users > 0)
    logger.warn("second_factor_off", {
      users,
      problem: "SECOND_FACTOR=off: users who have enrolled a second factor cannot sign in.",
    });
}

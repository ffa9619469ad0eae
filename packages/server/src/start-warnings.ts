import type { Logger } from "@acme/auth-core";
import type { Composition } from "./compose.js";
import type { Config } from "./config.js";
import { speaksForAll } from "./speaker.js";
import { failStart, isSchemaTooNew } from "./start-failures.js";

/**
 * With `AUTO_MIGRATE=false`: tells the operator that migrations are pending, and how to apply them. Until then `/readyz` is 503. Ends the process when a newer
 * release has changed the database so that this one does not work with it.
 */
export async function reportPendingMigrations(
  { store }: Composition,
  config: Config,
  logger: Logger,
): Promise<void> {
  if (config.autoMigrate) return;
  const { idsOf, pendingOf } = await import("./commands/migrate.js");
  const pending = await pendingOf(store).catch((thrown: unknown) => {
    if (isSchemaTooNew(thrown)) failStart(thrown, config, logger);
    // A database that is out of reach is reported by what needs it.
    return [];
  });
  if (pending.length > 0 && speaksForAll())
    logger.error("migrations_pending", {
      pending: idsOf(pending).join(" "),
      problem: "The database is older than this program. Run: auth-server migrate",
    });
}

/** Asks the mail server once whether it takes mails, so that a wrong `SMTP_URL` shows before the first mail. */
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

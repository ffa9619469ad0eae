import type { Logger } from "@acme/auth-core";
import type { Config } from "../config/config.js";
import { compose, publish } from "./compose.js";
import { describeDatabase } from "./database-file.js";
import { failStart } from "./start-failures.js";
import { reportEnrolled, reportMailServer, reportPendingMigrations } from "./start-warnings.js";
import { onStopSignal } from "./stop-signals.js";

const HOUR_MS = 3_600_000;

/**
 * Does the background work in a process of its own until it is told to stop. Any number of these
 * may run over one database.
 */
export async function work(config: Config, logger: Logger): Promise<void> {
  try {
    const working: Config = { ...config, worker: "embedded" };
    const composition = await compose(working, { logger });
    onStopSignal(logger, () => composition.close());
    await publish(composition, config, logger);
    // The worker's timers do not keep a process alive, and this one does not listen.
    setInterval(() => {}, HOUR_MS);
    logger.info("working", {
      ...describeDatabase(config.databaseUrl),
      mail: config.smtpUrl ? "smtp" : "printed",
    });
    reportPendingMigrations(composition, logger);
    void reportEnrolled(composition, config, logger);
    void reportMailServer(composition, working, logger);
  } catch (cause) {
    failStart(cause, config, logger);
  }
}

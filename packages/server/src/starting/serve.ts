import cluster from "node:cluster";
import { once } from "node:events";
import type { Logger } from "@acme/auth-core";
import { preload } from "@acme/auth-express";
import type { Config } from "../config/config.js";
import { type Features, routesOf } from "../serving/features.js";
import { compose, publish } from "./compose.js";
import { describeDatabase } from "./database-file.js";
import { greeting } from "./greeting.js";
import { failStart } from "./start-failures.js";
import { reportEnrolled, reportMailServer, reportPendingMigrations } from "./start-warnings.js";
import { onStopSignal } from "./stop-signals.js";

/** The first requests come first. */
const PRELOAD_DELAY_MS = 2_000;

/** Serves in this process until it is told to stop. */
export async function serve(config: Config, logger: Logger): Promise<void> {
  try {
    const composition = await compose(config, { logger });
    const { server } = composition;
    onStopSignal(logger, () => composition.close());
    await publish(composition, config, logger);
    server.listen({ port: config.port, ...(config.host !== null && { host: config.host }) });
    await once(server, "listening");
    const bound = server.address();
    logger.info("listening", {
      url: config.serviceAuthUrl,
      port: bound !== null && typeof bound === "object" ? bound.port : null,
      ...describeDatabase(config.databaseUrl),
      mail: config.smtpUrl ? "smtp" : "printed",
    });
    if (cluster.isPrimary && process.stdout.isTTY) process.stdout.write(greeting(config));
    reportPendingMigrations(composition, logger);
    void reportEnrolled(composition, config, logger);
    setTimeout(() => {
      void preloadFor(composition.features, logger);
      void reportMailServer(composition, config, logger);
    }, PRELOAD_DELAY_MS).unref();
  } catch (cause) {
    failStart(cause, config, logger);
  }
}

/**
 * What is loaded on first use is loaded now, while files can be opened and no request waits. What
 * fails is left to its first use.
 */
async function preloadFor(features: Features, logger: Logger): Promise<void> {
  try {
    await preload(routesOf(features));
    logger.debug("libraries_loaded");
  } catch (cause) {
    logger.error("libraries_not_loaded", {}, cause);
  }
}

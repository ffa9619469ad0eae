import cluster from "node:cluster";
import type { Logger } from "@acme/auth-core";
import type { Config } from "../config/config.js";
import type { Measuring } from "./measuring.js";
import { serveMetrics } from "./metrics-server.js";
import { answerScrapes } from "./scrape-messages.js";

/**
 * Serves what this process measures; one of several serving processes gives it to the primary
 * process, which adds it up.
 */
export async function publishMetrics(
  measuring: Measuring,
  { metricsHost: host, metricsPort: port }: Config,
  logger: Logger,
): Promise<void> {
  if (cluster.isWorker) answerScrapes(measuring);
  else if (port !== null) await serveMetrics({ host, port, logger }, () => measuring.text());
}

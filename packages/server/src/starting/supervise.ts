import cluster, { type Worker } from "node:cluster";
import type { Logger } from "@acme/auth-core";
import type { Config } from "../config/config.js";
import { watchForNewDatabase } from "./database-file.js";
import { greeting } from "./greeting.js";
import { forkServing } from "./speaker.js";
import { failStart } from "./start-failures.js";
import { onStopSignal } from "./stop-signals.js";

/**
 * Keeps `WEB_CONCURRENCY` serving processes running. A process that ends before it served a request
 * would end again, so then everything stops.
 */
export async function supervise(config: Config, logger: Logger): Promise<void> {
  const served = new WeakSet<Worker>();
  let stopping = false;
  let speaker: Worker | null = null;

  const reportIfNew = watchForNewDatabase(config.databaseUrl, logger);
  cluster.on("listening", (worker) => served.add(worker));
  cluster.once("listening", () => {
    reportIfNew();
    if (process.stdout.isTTY) process.stdout.write(greeting(config));
  });
  cluster.on("exit", (worker, code, signal) => {
    if (stopping) return;
    logger.error("process_ended", { pid: worker.process.pid ?? null, code, signal });
    if (!served.has(worker)) process.exit(1);
    const successor = forkServing(worker === speaker);
    if (worker === speaker) speaker = successor;
  });
  onStopSignal(logger, async () => {
    stopping = true;
    await Promise.all(
      Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [ended(worker)] : [])),
    );
  });
  await serveSum(config, logger);
  for (let index = 0; index < config.webConcurrency; index++) {
    const worker = forkServing(speaker === null);
    speaker ??= worker;
  }
}

/** Serves the metrics of all processes together, if they are to be measured. */
async function serveSum(config: Config, logger: Logger): Promise<void> {
  const { metricsHost: host, metricsPort: port } = config;
  if (port === null) return;
  try {
    const [{ createSumOfProcesses }, { serveMetrics }] = await Promise.all([
      import("../metrics/sum-of-processes.js"),
      import("../metrics/metrics-server.js"),
    ]);
    const sum = createSumOfProcesses();
    cluster.on("listening", (worker) => sum.add(worker));
    await serveMetrics({ host, port, logger }, () => sum.text());
  } catch (cause) {
    failStart(cause, config, logger);
  }
}

const ended = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.process.kill("SIGTERM");
  });

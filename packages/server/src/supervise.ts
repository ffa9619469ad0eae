import cluster, { type Worker } from "node:cluster";
import type { Logger } from "@acme/auth-core";
import type { Config } from "./config.js";
import { greeting } from "./greeting.js";
import { onStopSignal } from "./stop-signals.js";

/** Keeps `WEB_CONCURRENCY` serving processes running. A process that ends before it served a request would end again, so then everything stops. */
export function supervise(config: Config, logger: Logger): void {
  const served = new WeakSet<Worker>();
  let stopping = false;

  cluster.on("listening", (worker) => served.add(worker));
  cluster.once("listening", () => {
    if (process.stdout.isTTY) process.stdout.write(greeting(config));
  });
  cluster.on("exit", (worker, code, signal) => {
    if (stopping) return;
    logger.error("process_ended", { pid: worker.process.pid ?? null, code, signal });
    if (served.has(worker)) cluster.fork();
    else process.exit(1);
  });
  onStopSignal(logger, async () => {
    stopping = true;
    await Promise.all(
      Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [ended(worker)] : [])),
    );
  });
  for (let index = 0; index < config.webConcurrency; index++) cluster.fork();
}

const ended = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.process.kill("SIGTERM");
  });

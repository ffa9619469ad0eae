import cluster from "node:cluster";
import type { Logger } from "@acme/auth-core";
import { type Config, ConfigError, readConfig } from "../config/config.js";
import { createLogger, formatFor, type LogLevel } from "../serving/logger.js";
import { serve } from "./serve.js";
import { supervise } from "./supervise.js";
import { work } from "./work.js";

/**
 * The commands that run until they are told to stop. The others are in `commands/command-table.ts`.
 */
export type Service = "serve" | "worker";

/**
 * Reads the configuration and carries out the command. Ends the process when the configuration
 * cannot be used.
 */
export function run(command: Service): void {
  const { config, warnings } = configure();
  const logger = loggerAt(config.logLevel);
  process.on("unhandledRejection", (reason) => fail(logger, reason));
  process.on("uncaughtException", (error) => fail(logger, error));
  if (cluster.isPrimary) for (const warning of warnings) logger.warn("configuration", { warning });
  if (command === "worker") void work(config, logger);
  else if (cluster.isPrimary && config.webConcurrency > 1) void supervise(config, logger);
  else void serve(config, logger);
}

const loggerAt = (level: LogLevel): Logger =>
  createLogger({
    level,
    stream: process.stderr,
    format: formatFor(process.stderr),
    clock: { now: () => new Date() },
  });

function configure(): { readonly config: Config; readonly warnings: readonly string[] } {
  try {
    return readConfig(process.env);
  } catch (thrown) {
    if (!(thrown instanceof ConfigError)) throw thrown;
    const logger = loggerAt("info");
    for (const problem of thrown.problems) logger.error("configuration", { problem });
    process.exit(1);
  }
}

function fail(logger: Logger, cause: unknown): never {
  logger.error("unexpected_failure", {}, cause);
  process.exit(1);
}

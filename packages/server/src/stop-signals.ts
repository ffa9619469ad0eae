import type { Logger } from "@acme/auth-core";

/** After the first signal, so that the process is gone within five seconds whatever hangs. */
const LAST_MOMENT_MS = 4_800;

/**
 * Runs `stop` once, at SIGTERM, SIGINT or when whoever started this process over a channel is gone; then ends the process with code 0,
 * or with 1 when `stop` fails or takes too long.
 */
export function onStopSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (because: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info("stopping", { because });
    setTimeout(() => {
      logger.error("stop_timed_out");
      process.exit(1);
    }, LAST_MOMENT_MS);
    stop().then(
      () => {
        logger.info("stopped");
        process.exit(0);
      },
      (cause: unknown) => {
        logger.error("stop_failed", {}, cause);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", begin);
  process.on("SIGINT", begin);
  if (process.channel) process.on("disconnect", () => begin("disconnect"));
}

import type { Logger } from "@acme/auth-core";

/**
 * Counted from the first signal, so that the process ends within five seconds even if something
 * hangs.
 */
const STOP_DEADLINE_MS = 4_800;

/**
 * Runs `stop` once, at SIGTERM, SIGINT or when the parent process at the other end of the channel
 * has ended; then ends this process with code 0, or with 1 when `stop` fails or takes too long.
 */
export function onStopSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info("stopping", { reason });
    setTimeout(() => {
      logger.error("stop_timed_out");
      process.exit(1);
    }, STOP_DEADLINE_MS);
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

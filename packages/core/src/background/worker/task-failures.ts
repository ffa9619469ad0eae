import type { Logger } from "../../ports/logger.js";
import type { StoreHealth } from "../../store/store.js";

/**
 * Tells the operator that a task has failed. Resolves with whether the database lacks migrations,
 * so that trying again soon makes no sense.
 */
export type ReportFailure = (task: string, failure: unknown) => Promise<boolean>;

/**
 * A database that lacks migrations fails every task at every poll: that is reported once, and again
 * only after a failure of another kind. Every other failure is reported each time.
 */
export function createReportFailure(
  health: () => Promise<StoreHealth>,
  logger: Logger,
): ReportFailure {
  let isReported = false;

  return async (task, failure) => {
    const isBehind = await health().then(
      (state) => state === "migrations_pending",
      () => false,
    );
    if (!isBehind) logger.error("task_failed", { task }, failure);
    else if (!isReported)
      logger.error(
        "worker_waits",
        {
          task,
          problem: "The database lacks migrations. Run store.migrate(), or auth-server migrate.",
        },
        failure,
      );
    isReported = isBehind;
    return isBehind;
  };
}

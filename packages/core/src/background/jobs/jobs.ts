import { DELETION_BACKOFF, JOB_BACKOFF } from "../../kernel/policy.js";
import type { Env } from "../../store/env.js";
import { type Attempt, createQueueTask } from "../leased-queue/drain-queue.procedure.js";
import type { QueueTask } from "../worker/queue-task.js";
import type { JobHandler } from "./job-handler.js";
import type { Job, JobKind } from "./job-store.js";

/** The queue of jobs, one at a time: each is handed to the handler of its kind. */
export function createJobs(
  env: Pick<Env, "store" | "clock" | "random" | "policy" | "scheduler" | "logger">,
  handlers: Readonly<Record<JobKind, JobHandler>>,
): QueueTask {
  const { store, policy, logger } = env;

  function prepare(job: Job): Attempt | "unknown" {
    const fields = { jobId: job.id, kind: job.kind, attempt: job.attempts + 1 };
    if (!Object.hasOwn(handlers, job.kind)) {
      logger.warn("job_unknown", fields);
      return "unknown";
    }
    const isDeletion = job.kind === "delete-account";
    return {
      fields,
      maxAttempts: isDeletion ? policy.deletionAttempts : policy.jobAttempts,
      backoff: isDeletion ? DELETION_BACKOFF : JOB_BACKOFF,
      async run({ token, isLast, extend }) {
        await handlers[job.kind]({ job, lease: token, isLast, extendLease: extend });
        logger.debug("job_done", fields);
        return "completed";
      },
    };
  }

  return createQueueTask(env, {
    name: "jobs",
    queue: store.jobs,
    concurrency: 1,
    prepare,
    describe: ({ id, kind, subject, attempts, createdAt }) => ({
      id,
      kind,
      subject,
      attempts,
      createdAt,
    }),
  });
}

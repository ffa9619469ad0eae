import { DELETION_BACKOFF, JOB_BACKOFF } from "../../kernel/policy.js";
import type { Env } from "../../store/env.js";
import { type Attempt, createQueueTask } from "../leased-queue/drain-queue.procedure.js";
import type { QueueTask } from "../worker/queue-task.js";
import { type JobCancellation, type JobHandler, LeaseLostError } from "./job-handler.js";
import type { Job, JobKind } from "./job-store.js";

/** What a kind of job is: how it is carried out, and what its cancellation ends besides; null where nothing waits for the job. */
export interface JobWork {
  readonly carryOut: JobHandler;
  readonly cancel: JobCancellation | null;
}

/** The queue of jobs, one at a time: each is handed to the handler of its kind. */
export function createJobs(
  env: Pick<Env, "store" | "clock" | "random" | "policy" | "scheduler" | "logger">,
  work: Readonly<Record<JobKind, JobWork>>,
): QueueTask {
  const { store, clock, policy, logger } = env;

  function prepare(job: Job): Attempt | "unknown" {
    const fields = { jobId: job.id, kind: job.kind, attempt: job.attempts + 1 };
    if (!Object.hasOwn(work, job.kind)) {
      logger.warn("job_unknown", fields);
      return "unknown";
    }
    const isDeletion = job.kind === "delete-account";
    return {
      fields,
      maxAttempts: isDeletion ? policy.deletionAttempts : policy.jobAttempts,
      backoff: isDeletion ? DELETION_BACKOFF : JOB_BACKOFF,
      async run({ token, isLast, extend }) {
        await work[job.kind].carryOut({ job, lease: token, isLast, extendLease: extend });
        logger.debug("job_done", fields);
        return "completed";
      },
    };
  }

  async function remove(job: Job): Promise<boolean> {
    const { id, kind } = job;
    const removed = await store
      .transaction(async (tx) => {
        if (Object.hasOwn(work, kind)) await work[kind].cancel?.(tx, job);
        if (!(await tx.jobs.deleteUnclaimed(id, clock.now()))) throw new LeaseLostError(id);
        return true;
      })
      .catch((thrown: unknown) => {
        if (thrown instanceof LeaseLostError) return false;
        throw thrown;
      });
    if (removed) logger.info("job_cancelled", { jobId: id, kind });
    return removed;
  }

  return createQueueTask(env, {
    name: "jobs",
    queue: store.jobs,
    concurrency: 1,
    prepare,
    remove,
    describe: ({ id, kind, subject, attempts, createdAt }) => ({
      id,
      kind,
      subject,
      attempts,
      createdAt,
    }),
  });
}

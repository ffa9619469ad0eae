import { DELETION_BACKOFF, JOB_BACKOFF, type Policy } from "../../kernel/policy.js";
import type { Env } from "../../store/env.js";
import { type Attempt, createQueueTask } from "../leased-queue/drain-queue.procedure.js";
import type { QueueTask } from "../worker/queue-task.js";
import { type JobCancellation, type JobHandler, LeaseLostError } from "./job-handler.js";
import type { Job, JobKind } from "./job-store.js";

/**
 * What a kind of job is: how it is carried out, and what its cancellation ends besides; null where nothing waits for the job. A job that erases is never
 * cancelled: nothing else would erase what it is for.
 */
export interface JobWork {
  readonly carryOut: JobHandler;
  readonly cancel: JobCancellation | "never" | null;
}

/**
 * The queue of jobs: each is handed to the handler of its kind, one at a time. Subscribers of events are called beside each other and beside the other jobs, so
 * that a slow one holds up no deletion.
 */
export function createJobs(
  env: Pick<Env, "store" | "clock" | "random" | "policy" | "scheduler" | "logger" | "subscribers">,
  work: Readonly<Record<JobKind, JobWork>>,
): QueueTask {
  const { store, clock, policy, logger } = env;
  const concurrency = env.subscribers.anyAfter ? policy.workerBatch : 1;
  let turn = Promise.resolve();

  /** Runs `next` when the work before it has ended. */
  function inTurn(next: () => Promise<void>): Promise<void> {
    const done = turn.then(next);
    turn = done.catch(() => {});
    return done;
  }

  function prepare(job: Job): Attempt | "unknown" {
    const fields = { jobId: job.id, kind: job.kind, attempt: job.attempts + 1 };
    if (!Object.hasOwn(work, job.kind)) {
      logger.warn("job_unknown", fields);
      return "unknown";
    }
    return {
      fields,
      ...attemptsAt(job.kind, policy),
      async run({ token, isLast, extend }) {
        const leased = { job, lease: token, isLast, extendLease: extend };
        const carryOut = () => work[job.kind].carryOut(leased);
        if (job.kind === "notify-subscriber" || concurrency === 1) await carryOut();
        // The worker may have stopped while the job waited for its turn.
        else await inTurn(() => extend().then(carryOut));
        logger.debug("job_done", fields);
        return "completed";
      },
    };
  }

  const cancellationOf = (kind: JobKind): JobWork["cancel"] =>
    Object.hasOwn(work, kind) ? work[kind].cancel : null;

  async function remove(job: Job): Promise<boolean> {
    const { id, kind } = job;
    const cancel = cancellationOf(kind);
    const removed = await store
      .transaction(async (tx) => {
        if (typeof cancel === "function") await cancel(tx, job);
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
    concurrency,
    prepare,
    isRequired: ({ kind }) => cancellationOf(kind) === "never",
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

/** How often a job is attempted, and how long to wait after each failure. */
function attemptsAt(kind: JobKind, policy: Policy): Pick<Attempt, "maxAttempts" | "backoff"> {
  if (kind === "delete-account")
    return { maxAttempts: policy.deletionAttempts, backoff: DELETION_BACKOFF };
  if (kind === "notify-subscriber")
    return { maxAttempts: policy.subscriberAttempts, backoff: DELETION_BACKOFF };
  return { maxAttempts: policy.jobAttempts, backoff: JOB_BACKOFF };
}

import type { JobId, LeaseToken } from "../../kernel/ids.js";
import { DELETION_BACKOFF, JOB_BACKOFF, type Policy } from "../../kernel/policy.js";
import type { Env } from "../../store/env.js";
import {
  type Attempt,
  createQueueTask,
  type QueueWork,
} from "../leased-queue/drain-queue.procedure.js";
import { isOfNewerRelease } from "../leased-queue/payload-version.js";
import type { QueueTask } from "../worker/queue-task.js";
import { describeFailure } from "./describe-failure.js";
import { type JobCancellation, type JobHandler, LeaseLostError } from "./job-handler.js";
import type { BaseJobKind, FeatureJobKind, Job, JobKind } from "./job-store.js";
import { ContributorMissingError } from "./named-contributors.js";

/**
 * What a kind of job is: how it is carried out, and what its cancellation ends besides; null where
 * nothing waits for the job. A job that erases is never cancelled: nothing else would erase what it
 * is for.
 */
export interface JobWork {
  readonly carryOut: JobHandler;
  readonly cancel: JobCancellation | "never" | null;
}

/** The work on the queue of jobs. */
export interface Jobs {
  /** All but the calls, one at a time. It shows operators the whole queue. */
  readonly jobs: QueueTask;
  /** The calls of subscribers, beside each other: a slow one holds up no other, and no deletion. */
  readonly calls: QueueTask;
}

/** The queue of jobs: each is handed to the handler of its kind. */
export function createJobs(
  env: Pick<Env, "store" | "clock" | "random" | "policy" | "scheduler" | "logger" | "subscribers">,
  work: Readonly<Record<BaseJobKind, JobWork> & Partial<Record<FeatureJobKind, JobWork>>>,
): Jobs {
  const { store, clock, policy, logger, subscribers } = env;

  /** Null for a kind that only a newer release, or a process with a feature more, knows. */
  const workOf = (kind: JobKind): JobWork | null =>
    Object.hasOwn(work, kind) ? (work[kind] ?? null) : null;

  function prepare(job: Job): Attempt | "unknown" {
    const fields = { jobId: job.id, kind: job.kind, attempt: job.attempts + 1 };
    const kind = workOf(job.kind);
    if (kind === null || isOfNewerRelease(job.payload)) {
      logger.warn("job_unknown", fields);
      return "unknown";
    }
    return {
      fields,
      ...attemptsAt(job.kind, policy),
      async run({ token, isLast, extend }) {
        try {
          await kind.carryOut({ job, lease: token, isLast, extendLease: extend });
        } catch (failure) {
          reportMissing(job, failure);
          await noteFailure(job.id, token, failure);
          throw failure;
        }
        logger.debug("job_done", fields);
        return "completed";
      },
    };
  }

  /**
   * A worker that was not told of a contributor would leave the rows of its application behind: an
   * operator must hear of it at once.
   */
  function reportMissing({ id, kind }: Job, failure: unknown): void {
    if (failure instanceof ContributorMissingError)
      logger.error("contributor_missing", { jobId: id, kind, sections: failure.sections });
  }

  /** Writes down why an attempt failed, so that an operator finds it with the job. */
  async function noteFailure(id: JobId, token: LeaseToken, failure: unknown): Promise<void> {
    if (failure instanceof LeaseLostError) return;
    // What the attempt itself failed of is what counts, and the log has it in any case.
    await store.jobs.recordFailure(id, token, describeFailure(failure)).catch(() => false);
  }

  const cancellationOf = (kind: JobKind): JobWork["cancel"] => workOf(kind)?.cancel ?? null;

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

  const queueWork: QueueWork<Job> = {
    name: "jobs",
    noun: "job",
    idField: "jobId",
    queue: store.jobs,
    concurrency: 1,
    prepare,
    isRequired: ({ kind }) => cancellationOf(kind) === "never",
    remove,
    describe: ({ id, kind, subject, attempts, createdAt, lastError }) => ({
      id,
      kind,
      subject,
      attempts,
      createdAt,
      lastError,
    }),
  };
  const calls = {
    queue: store.jobs,
    receiverOf: ({ subject }: Job) => subject,
    // One application that is down may be behind all subscriptions but one.
    slowReceivers: subscribers.told,
  };
  return {
    jobs: createQueueTask(env, queueWork),
    calls: createQueueTask(env, { ...queueWork, concurrency: policy.workerBatch, calls }),
  };
}

/** How often a job is attempted, and how long to wait after each failure. */
function attemptsAt(kind: JobKind, policy: Policy): Pick<Attempt, "maxAttempts" | "backoff"> {
  if (kind === "delete-account" || kind === "append-erasure")
    return { maxAttempts: policy.deletionAttempts, backoff: DELETION_BACKOFF };
  if (kind === "notify-subscriber")
    return { maxAttempts: policy.subscriberAttempts, backoff: DELETION_BACKOFF };
  return { maxAttempts: policy.jobAttempts, backoff: JOB_BACKOFF };
}

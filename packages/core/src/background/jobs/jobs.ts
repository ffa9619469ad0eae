import { after } from "../../kernel/duration.js";
import type { LeaseToken } from "../../kernel/ids.js";
import { DELETION_BACKOFF, JOB_BACKOFF } from "../../kernel/policy.js";
import type { Env } from "../../store/env.js";
import type { Task } from "../worker/task-loop.js";
import { LeaseLostError, type JobHandler } from "./job-handler.js";
import type { Job, JobKind } from "./job-store.js";

/** While it is carried out, a job is held for longer so many times in each lease. */
const BEATS_PER_LEASE = 3;

/** The table of jobs: claims what is due, hands each job to its handler, and sets aside what fails too often. */
export function createJobs(
  env: Pick<Env, "store" | "clock" | "random" | "policy" | "scheduler" | "logger">,
  handlers: Readonly<Record<JobKind, JobHandler>>,
): Task {
  const { store, clock, random, policy, scheduler, logger } = env;

  async function runDue(stopping = (): boolean => false): Promise<number> {
    const now = clock.now();
    const lease = random.id<LeaseToken>();
    const claimed = await store.jobs.claimDue(
      now,
      policy.workerBatch,
      lease,
      after(now, policy.workerLease),
    );
    // What is left of a batch comes back to the queue when its lease ends.
    for (const job of claimed) if (!stopping()) await attempt(job, lease, stopping);
    return claimed.length;
  }

  async function attempt(job: Job, lease: LeaseToken, stopping: () => boolean): Promise<void> {
    const fields = { jobId: job.id, kind: job.kind, attempt: job.attempts + 1 };
    const isDeletion = job.kind === "delete-account";
    const pause = (isDeletion ? DELETION_BACKOFF : JOB_BACKOFF)[job.attempts];
    const isLast =
      job.attempts + 1 >= (isDeletion ? policy.deletionAttempts : policy.jobAttempts) ||
      pause === undefined;
    const extendLease = async (): Promise<void> => {
      if (
        stopping() ||
        !(await store.jobs.extend(job.id, lease, after(clock.now(), policy.workerLease)))
      )
        throw new LeaseLostError(job.id);
      await scheduler.yieldToEventLoop();
    };
    // A newer version's: its own workers know it, and get it back when the lease ends.
    if (!Object.hasOwn(handlers, job.kind)) {
      logger.warn("job_unknown", fields);
      return;
    }
    let cancelBeat = (): void => {};
    const beat = (): void => {
      cancelBeat = scheduler.after(policy.workerLease / BEATS_PER_LEASE, () => {
        // Should it fail, the job is lost at the latest when it is completed.
        void store.jobs
          .extend(job.id, lease, after(clock.now(), policy.workerLease))
          .catch(() => false);
        beat();
      });
    };
    try {
      // Those before it in the batch may have taken longer than the lease.
      await extendLease();
      beat();
      await handlers[job.kind]({ job, lease, isLast, extendLease });
      logger.debug("job_done", fields);
    } catch (failure) {
      const isOurs =
        failure instanceof LeaseLostError
          ? false
          : isLast
            ? await store.jobs.bury(job.id, lease)
            : await store.jobs.retry(job.id, lease, after(clock.now(), pause));
      if (!isOurs) logger.info("job_lost", fields);
      else if (isLast) logger.error("job_dead", fields, failure);
      else logger.warn("job_failed", fields);
    } finally {
      cancelBeat();
    }
  }

  return { name: "jobs", runDue };
}

import { after } from "../kernel/duration.js";
import type { LeaseToken } from "../kernel/ids.js";
import { JOB_BACKOFF } from "../kernel/policy.js";
import type { Env } from "../ports/env.js";
import type { Task } from "../worker/worker.js";
import { LostLease, type JobHandler } from "./job-handler.js";
import type { Job, JobKind } from "./job-store.js";

/** The table of jobs: claims what is due, hands each job to its handler, and sets aside what fails too often. */
export function createJobs(
  env: Pick<Env, "store" | "clock" | "random" | "policy" | "scheduler" | "logger">,
  handlers: Readonly<Record<JobKind, JobHandler>>,
): Task {
  const { store, clock, random, policy, scheduler, logger } = env;

  async function runDue(stopping = (): boolean => false): Promise<number> {
    const now = clock.now();
    const lease = random.id() as LeaseToken;
    const claimed = await store.jobs.claimDue(now, policy.workerBatch, lease, after(now, policy.workerLease));
    // What is left of a batch comes back to the queue when its lease ends.
    for (const job of claimed) if (!stopping()) await attempt(job, lease, stopping);
    return claimed.length;
  }

  async function attempt(job: Job, lease: LeaseToken, stopping: () => boolean): Promise<void> {
    const fields = { jobId: job.id, kind: job.kind, attempt: job.attempts + 1 };
    const pause = JOB_BACKOFF[job.attempts];
    const isLast = job.attempts + 1 >= policy.jobAttempts || pause === undefined;
    const keep = async (): Promise<void> => {
      if (stopping() || !(await store.jobs.prolong(job.id, lease, after(clock.now(), policy.workerLease)))) throw new LostLease(job.id);
      await scheduler.turn();
    };
    try {
      // Those before it in the batch may have taken longer than the lease.
      await keep();
      await handlers[job.kind]({ job, lease, isLast, keep });
      logger.debug("job_done", fields);
    } catch (failure) {
      const isOurs =
        failure instanceof LostLease
          ? false
          : isLast
            ? await store.jobs.bury(job.id, lease)
            : await store.jobs.retry(job.id, lease, after(clock.now(), pause));
      if (!isOurs) logger.info("job_lost", fields);
      else if (isLast) logger.error("job_dead", fields, failure);
      else logger.warn("job_failed", fields);
    }
  }

  return { name: "jobs", runDue };
}

import { LeaseLostError, type LeasedJob } from "./job-handler.js";
import type { JobStore } from "./job-store.js";

/**
 * Completes a job: in the transaction of its effects, or alone where it has none in the database.
 * @throws {LeaseLostError} The job has passed to another worker.
 */
export async function completeJob(
  { jobs }: { readonly jobs: Pick<JobStore, "complete"> },
  { job, lease }: Pick<LeasedJob, "job" | "lease">,
): Promise<void> {
  if (!(await jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
}

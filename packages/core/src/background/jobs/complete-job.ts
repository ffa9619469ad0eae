import type { Stores } from "../../store/store.js";
import { type LeasedJob, LeaseLostError } from "./job-handler.js";

/**
 * Completes a job: in the transaction of its effects, or alone where it has none in the database.
 * @throws {LeaseLostError} The job has passed to another worker.
 */
export async function completeJob(
  { jobs }: Pick<Stores, "jobs">,
  { job, lease }: LeasedJob,
): Promise<void> {
  if (!(await jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
}

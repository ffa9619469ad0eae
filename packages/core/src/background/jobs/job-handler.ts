import type { LeaseToken } from "../../kernel/ids.js";
import type { Tx } from "../../store/store.js";
import type { Job } from "./job-store.js";

export { LeaseLostError } from "../leased-queue/lease-lost-error.js";

/** One worker's lease on a job. */
export interface LeasedJob {
  readonly job: Job;
  readonly lease: LeaseToken;
  /** Whether this is the last attempt that is made. */
  readonly isLast: boolean;
  /**
   * Extends the lease and lets other work run, between the pieces of long work.
   * @throws {LeaseLostError} The job has passed to another worker, or this worker is stopping:
   * nothing of it may be done any more.
   */
  readonly extendLease: () => Promise<void>;
}

/**
 * Carries out one job. Completes it in the transaction of its effects; what it throws is a failed
 * attempt, and is tried again later.
 */
export type JobHandler = (leased: LeasedJob) => Promise<void>;

/**
 * Ends what a job was for, in the transaction that removes the job. It takes the locks that it
 * needs before the row of the job.
 */
export type JobCancellation<T extends Tx = Tx> = {
  /** Ends what the job was for. */
  cancel(tx: T, job: Job): Promise<void>;
}["cancel"];

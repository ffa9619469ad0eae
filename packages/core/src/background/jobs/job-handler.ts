import type { LeaseToken } from "../../kernel/ids.js";
import type { Job } from "./job-store.js";

/** One worker's hold on a job. */
export interface LeasedJob {
  readonly job: Job;
  readonly lease: LeaseToken;
  /** Whether this is the last attempt that is made. */
  readonly isLast: boolean;
  /** Holds the job for longer and lets everything else have its turn, when it is long. Throws when it has passed to another, or this worker is stopping: then nothing of it is ours to do. */
  readonly extendLease: () => Promise<void>;
}

/** Carries out one job. Completes it in the transaction of its effects; what it throws is tried again later. */
export type JobHandler = (hold: LeasedJob) => Promise<void>;

/** The job is another worker's now, or will be when the lease ends. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

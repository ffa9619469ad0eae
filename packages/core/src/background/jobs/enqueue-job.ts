import type { JobId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { JobKind, JobPayload } from "./job-store.js";

export interface NewJob {
  readonly kind: JobKind;
  readonly subject: string;
  readonly dueAt: Date;
  /** One without fields is stored as null. */
  readonly payload?: JobPayload;
}

/** Puts a job into the queue, in the transaction that causes it. */
export async function enqueueJob(
  tx: Tx,
  { clock, random }: World,
  { kind, subject, dueAt, payload }: NewJob,
): Promise<void> {
  await tx.jobs.enqueue({
    id: random.id<JobId>(),
    kind,
    subject,
    payload: payload && Object.keys(payload).length > 0 ? payload : null,
    attempts: 0,
    nextAttemptAt: dueAt,
    createdAt: clock.now(),
  });
}

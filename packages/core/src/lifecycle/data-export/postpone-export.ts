import { isSuspended } from "../../account/user/suspension.js";
import type { Suspension } from "../../account/user/user-store.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import type { JobPayload } from "../../background/jobs/job-store.js";
import { contributorsPayload } from "../../background/jobs/named-contributors.js";
import { after, DAY } from "../../kernel/duration.js";
import type { ExportRequestId } from "../../kernel/ids.js";
import type { Contributor } from "../../store/contributor.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

/**
 * How often the job looks whether a suspension that has no end was lifted. Lifting it makes the job
 * due at once.
 */
const SUSPENSION_CHECK_INTERVAL_MS = DAY;

export interface PostponedExport {
  readonly requestId: ExportRequestId;
  readonly user: Suspension;
  /** What the job keeps of the request that asked for the export. */
  readonly payload: JobPayload | null;
}

/** Enqueues the job that writes a pending export anew, in the place of one that is queued. */
export async function postponeExport(
  tx: Tx,
  world: World,
  { requestId, user, payload }: PostponedExport,
): Promise<void> {
  await tx.jobs.deleteQueued("produce-export", requestId);
  await enqueueJob(tx, world, {
    kind: "produce-export",
    subject: requestId,
    dueAt: exportDueAt(user, world.clock.now()),
    ...(payload && { payload }),
  });
}

export interface MovedExport extends Omit<PostponedExport, "payload"> {
  /** Those that participate, which a new job names. */
  readonly contributors: readonly Contributor[];
}

/**
 * Moves the job that writes a pending export to the time that a changed suspension of its user
 * allows. The job keeps its payload.
 */
export async function moveExport(
  tx: Tx,
  world: World,
  { requestId, user, contributors }: MovedExport,
): Promise<void> {
  const dueAt = exportDueAt(user, world.clock.now());
  if ((await tx.jobs.updateDueAt("produce-export", requestId, dueAt)) > 0) return;
  // A worker has claimed it, and postpones it in turn; or an earlier release removed it when the
  // suspension began.
  const payload = contributorsPayload(contributors);
  await postponeExport(tx, world, { requestId, user, payload });
}

/** Returns when an export may be written: now, or at the end of the suspension of its user. */
function exportDueAt(user: Suspension, now: Date): Date {
  if (!isSuspended(user, now)) return now;
  return user.suspendedUntil ?? after(now, SUSPENSION_CHECK_INTERVAL_MS);
}

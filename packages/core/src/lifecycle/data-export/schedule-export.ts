import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import type { ExportRequestId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

export interface ScheduledExport {
  readonly requestId: ExportRequestId;
  /** When the worker writes the document; null for not before the user is reinstated. */
  readonly dueAt: Date | null;
}

/** Moves the writing of a pending export to another time. While the user is suspended it waits for the end of the suspension. */
export async function scheduleExport(
  tx: Tx,
  world: World,
  { requestId, dueAt }: ScheduledExport,
): Promise<void> {
  await tx.jobs.deleteQueued("produce-export", requestId);
  if (dueAt) await enqueueJob(tx, world, { kind: "produce-export", subject: requestId, dueAt });
}

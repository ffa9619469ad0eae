import { completeJob } from "../../background/jobs/complete-job.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import type { JobHandler } from "../../background/jobs/job-handler.js";
import { later } from "../../kernel/duration.js";
import { type ExportRequestId, toId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";

/** Marks an export whose link has expired, and has its file deleted. */
export const expireExport =
  (env: Env): JobHandler =>
  async (leased) => {
    const { store, clock } = env;
    const request = await store.exportRequests.find(toId<ExportRequestId>(leased.job.subject));
    await store.transaction(async (tx) => {
      await completeJob(tx, leased);
      // The queue said that it is due. A clock that was set back since must not keep it.
      if (
        !request?.fileKey ||
        !request.expiresAt ||
        !(await tx.exportRequests.markExpired(request.id, later(clock.now(), request.expiresAt)))
      )
        return;
      await enqueueJob(tx, env, {
        kind: "delete-file",
        subject: request.fileKey,
        dueAt: clock.now(),
      });
    });
  };

/** Removes a stored file. */
export const deleteFile =
  ({ store, files }: Env): JobHandler =>
  async (leased) => {
    await files.delete(leased.job.subject);
    await completeJob(store, leased);
  };

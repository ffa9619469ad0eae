import { recordEvent } from "../../background/audit-log/record-event.js";
import { after, HOUR, later } from "../../kernel/duration.js";
import { toId, type ExportRequestId } from "../../kernel/ids.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import {
  LeaseLostError,
  type LeasedJob,
  type JobHandler,
} from "../../background/jobs/job-handler.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Env } from "../../store/env.js";
import type { ExportRequest } from "./export-request-store.js";
import { writeDocument } from "./write-document.procedure.js";

/** What is not ready by then never will be. */
const LONGEST_ATTEMPT = HOUR;

/** What somebody is told of a failure, whatever it was. */
const FAILED = "The export could not be made. Ask for a new one.";

/** Writes the document of a request and makes it ready. */
export const produceExport =
  (env: Env): JobHandler =>
  async (hold) => {
    const { store, random, logger } = env;
    const request = await store.exportRequests.find(toId<ExportRequestId>(hold.job.subject));
    if (request?.status !== "pending") {
      await store.jobs.complete(hold.job.id, hold.lease);
      return;
    }
    // A name of this attempt's own: two workers never write one file.
    const fileKey = `${request.id}.${random.id()}`;
    try {
      await scheduleRemoval(env, fileKey, after(env.clock.now(), LONGEST_ATTEMPT));
      await env.files.write(fileKey, writeDocument(env, request.userId, hold.extendLease));
      await finish(env, { request, fileKey }, hold);
    } catch (failure) {
      await removeNow(env, fileKey);
      if (!hold.isLast || failure instanceof LeaseLostError) throw failure;
      logger.error("export_failed", { requestId: request.id }, failure);
      await giveUp(env, request, hold);
    }
  };

/** Before the file is begun: whatever happens to this process, what it leaves behind goes. */
const scheduleRemoval = ({ store, ...world }: Env, fileKey: string, dueAt: Date): Promise<void> =>
  store.transaction((tx) =>
    enqueueJob(tx, world, { kind: "delete-file", subject: fileKey, dueAt }),
  );

/** The file of an attempt that came to nothing. Should this fail too, it goes at its time. */
async function removeNow({ store, clock, ...world }: Env, fileKey: string): Promise<void> {
  await store
    .transaction(async (tx) => {
      await tx.jobs.deleteQueued("delete-file", fileKey);
      await enqueueJob(
        tx,
        { ...world, clock },
        { kind: "delete-file", subject: fileKey, dueAt: clock.now() },
      );
    })
    .catch(() => {});
}

async function finish(
  env: Env,
  { request, fileKey }: { readonly request: ExportRequest; readonly fileKey: string },
  { job, lease }: LeasedJob,
): Promise<void> {
  const { store, clock, policy, logger } = env;
  const outcome = await store.transaction(async (tx) => {
    const user = await tx.users.lock(request.userId);
    if (!(await tx.jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
    const readyAt = clock.now();
    const expiresAt = after(readyAt, policy.exportLinkLifetime);
    if (!user || !(await tx.exportRequests.markReady(request.id, { fileKey, readyAt, expiresAt })))
      return "unwanted";
    // Gone already: this attempt took longer than any may, and its file with it.
    if ((await tx.jobs.deleteQueued("delete-file", fileKey)) === 0)
      throw new Error("the file was removed before it was ready");
    await enqueueJob(tx, env, { kind: "expire-export", subject: request.id, dueAt: expiresAt });
    await recordEvent(tx, env, {
      event: "export.ready",
      userId: user.id,
      client: null,
      detail: { requestId: request.id },
    });
    await enqueueNotice(tx, env, user, "export-ready");
    return "ready";
  });
  if (outcome === "unwanted") await removeNow(env, fileKey);
  env.nudge();
  logger.info("export_written", { requestId: request.id, outcome });
}

async function giveUp(env: Env, request: ExportRequest, { job, lease }: LeasedJob): Promise<void> {
  await env.store.transaction(async (tx) => {
    const user = await tx.users.lock(request.userId);
    if (!(await tx.jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
    if (!user || !(await tx.exportRequests.markFailed(request.id, FAILED))) return;
    await recordEvent(tx, env, {
      event: "export.failed",
      userId: user.id,
      client: null,
      detail: { requestId: request.id },
    });
    await enqueueNotice(tx, env, user, "export-failed");
  });
  env.nudge();
}

/** Ends an export whose link has expired; its file goes next. */
export const expireExport =
  (env: Env): JobHandler =>
  async ({ job, lease }) => {
    const { store, clock } = env;
    const request = await store.exportRequests.find(toId<ExportRequestId>(job.subject));
    await store.transaction(async (tx) => {
      if (!(await tx.jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
      // The queue has said that it is due; a clock that was set back since must not lose it.
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
  async ({ job, lease }) => {
    await files.delete(job.subject);
    if (!(await store.jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
  };

import { recordEvent } from "../audit-log/record-event.js";
import { after } from "../kernel/duration.js";
import type { ExportRequestId } from "../kernel/ids.js";
import { enqueueJob } from "../jobs/enqueue-job.js";
import { LostLease, type Hold, type JobHandler } from "../jobs/job-handler.js";
import { enqueueNotice } from "../mail/enqueue-mail.js";
import type { Env } from "../ports/env.js";
import type { Tx } from "../ports/store.js";
import type { ExportRequest } from "./export-request-store.js";
import { writeDocument } from "./write-document.js";

/** What somebody is told of a failure, whatever it was. */
const FAILED = "The export could not be made. Ask for a new one.";

/** Writes the document of a request and makes it ready. */
export const produceExport =
  (env: Env): JobHandler =>
  async (hold) => {
    const request = await env.store.exportRequests.find(hold.job.subject as ExportRequestId);
    if (request?.status !== "pending") {
      await env.store.jobs.complete(hold.job.id, hold.lease);
      return;
    }
    // A name of this attempt's own: two workers never write one file.
    const fileKey = `${request.id}.${env.random.id()}`;
    await scheduleRemoval(env, fileKey);
    try {
      await env.files.write(fileKey, writeDocument(env, request.userId, hold.keep));
    } catch (failure) {
      await env.store.transaction((tx) => removeNow(tx, env, fileKey));
      if (!hold.isLast || failure instanceof LostLease) throw failure;
      env.logger.error("export_failed", { requestId: request.id }, failure);
      return giveUp(env, request, hold);
    }
    await finish(env, { request, fileKey }, hold);
  };

/** Before the file is begun: whatever happens to this process, what it leaves behind goes. */
async function scheduleRemoval(env: Env, fileKey: string): Promise<void> {
  const dueAt = after(env.clock.now(), env.policy.exportLinkLifetime);
  await env.store.transaction((tx) => enqueueJob(tx, env, { kind: "delete-file", subject: fileKey, dueAt }));
}

/** What an attempt that came to nothing has written goes at once: it may be the last of a user who is gone. */
async function removeNow(tx: Tx, env: Env, fileKey: string): Promise<void> {
  await tx.jobs.deleteQueued("delete-file", fileKey);
  await enqueueJob(tx, env, { kind: "delete-file", subject: fileKey, dueAt: env.clock.now() });
}

async function finish(
  env: Env,
  { request, fileKey }: { readonly request: ExportRequest; readonly fileKey: string },
  { job, lease }: Hold,
): Promise<void> {
  const { store, clock, policy, logger } = env;
  await store.transaction(async (tx) => {
    const user = await tx.users.lock(request.userId);
    if (!(await tx.jobs.complete(job.id, lease))) throw new LostLease(job.id);
    const readyAt = clock.now();
    const expiresAt = after(readyAt, policy.exportLinkLifetime);
    if (!user || !(await tx.exportRequests.markReady(request.id, { fileKey, readyAt, expiresAt }))) return removeNow(tx, env, fileKey);
    await tx.jobs.deleteQueued("delete-file", fileKey);
    await enqueueJob(tx, env, { kind: "expire-export", subject: request.id, dueAt: expiresAt });
    await recordEvent(tx, env, { event: "export.ready", userId: user.id, client: null, detail: { requestId: request.id } });
    await enqueueNotice(tx, env, user.email, "export-ready");
  });
  env.nudge();
  logger.info("export_ready", { requestId: request.id });
}

async function giveUp(env: Env, request: ExportRequest, { job, lease }: Hold): Promise<void> {
  await env.store.transaction(async (tx) => {
    const user = await tx.users.lock(request.userId);
    if (!(await tx.jobs.complete(job.id, lease))) throw new LostLease(job.id);
    if (!user || !(await tx.exportRequests.markFailed(request.id, FAILED))) return;
    await recordEvent(tx, env, { event: "export.failed", userId: user.id, client: null, detail: { requestId: request.id } });
    await enqueueNotice(tx, env, user.email, "export-failed");
  });
  env.nudge();
}

/** Ends an export whose link has expired; its file goes next. */
export const expireExport =
  (env: Env): JobHandler =>
  async ({ job, lease }) => {
    const { store, clock } = env;
    const request = await store.exportRequests.find(job.subject as ExportRequestId);
    await store.transaction(async (tx) => {
      if (!(await tx.jobs.complete(job.id, lease))) throw new LostLease(job.id);
      if (!request?.fileKey || !(await tx.exportRequests.markExpired(request.id, clock.now()))) return;
      await enqueueJob(tx, env, { kind: "delete-file", subject: request.fileKey, dueAt: clock.now() });
    });
  };

/** Removes a stored file. */
export const deleteFile =
  ({ store, files }: Env): JobHandler =>
  async ({ job, lease }) => {
    await files.delete(job.subject);
    await store.jobs.complete(job.id, lease);
  };

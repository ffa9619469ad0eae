import { isSuspended } from "../../account/user/suspension.js";
import type { LockedUser } from "../../account/user/user-store.js";
import { completeJob } from "../../background/jobs/complete-job.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import {
  type JobHandler,
  type LeasedJob,
  LeaseLostError,
} from "../../background/jobs/job-handler.js";
import { requireContributors } from "../../background/jobs/named-contributors.js";
import { after, HOUR } from "../../kernel/duration.js";
import { type ExportRequestId, toId } from "../../kernel/ids.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { ExportRequest } from "./export-request-store.js";
import { failExport } from "./fail-export.js";
import { postponeExport } from "./postpone-export.js";
import { tellExportEnd } from "./tell-export-end.js";
import { writeDocument } from "./write-document.procedure.js";

/** An attempt that takes longer than this has failed: its file is removed. */
const ATTEMPT_TIMEOUT_MS = HOUR;

/**
 * Writes the document of a pending request and marks the request as ready. After the last failed
 * attempt it marks the request as failed.
 */
export const produceExport =
  (env: Env): JobHandler =>
  async (leased) => {
    const { store, random, logger } = env;
    const request = await store.exportRequests.find(toId<ExportRequestId>(leased.job.subject));
    if (request?.status !== "pending") {
      await store.jobs.complete(leased.job.id, leased.lease);
      return;
    }
    const user = await store.users.findById(request.userId);
    if (user && isSuspended(user, env.clock.now())) {
      await postpone(env, request, leased);
      return;
    }
    // Each attempt has a file of its own, so that two workers never write the same one.
    const fileKey = `${request.id}.${random.id()}`;
    try {
      requireContributors(leased.job.payload, env.contributors);
      await scheduleRemoval(env, fileKey, after(env.clock.now(), ATTEMPT_TIMEOUT_MS));
      await env.files.write(fileKey, writeDocument(env, request.userId, leased.extendLease));
      await finish(env, { request, fileKey }, leased);
    } catch (failure) {
      await removeNow(env, fileKey);
      if (!leased.isLast || failure instanceof LeaseLostError) throw failure;
      logger.error("export_failed", { requestId: request.id }, failure);
      await giveUp(env, request, leased);
    }
  };

/** Leaves the request pending until its user is no longer suspended. */
const postpone = (env: Env, { id, userId }: ExportRequest, leased: LeasedJob) =>
  env.store.transaction(async (tx) => {
    const user = await tx.users.lock(userId);
    await completeJob(tx, leased);
    if (user) await postponeExport(tx, env, { requestId: id, user, payload: leased.job.payload });
  });

/** Called before the file is begun, so that it is removed whatever happens to this process. */
const scheduleRemoval = ({ store, ...world }: Env, fileKey: string, dueAt: Date): Promise<void> =>
  store.transaction((tx) =>
    enqueueJob(tx, world, { kind: "delete-file", subject: fileKey, dueAt }),
  );

/**
 * Removes the file of a failed attempt soon. When this fails too, the removal that was scheduled
 * before the attempt does it.
 */
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
  leased: LeasedJob,
): Promise<void> {
  const { store, clock, logger } = env;
  const requestId = request.id;
  const outcome = await store.transaction(async (tx) => {
    const user = await tx.users.lock(request.userId);
    await completeJob(tx, leased);
    if (!user) return "unwanted";
    if (isSuspended(user, clock.now())) {
      await postponeExport(tx, env, { requestId, user, payload: leased.job.payload });
      return "suspended";
    }
    return deliver(tx, env, { requestId, user, fileKey });
  });
  if (outcome !== "ready") await removeNow(env, fileKey);
  env.nudge();
  logger.info("export_written", { requestId, outcome });
}

interface WrittenExport {
  readonly requestId: ExportRequestId;
  readonly user: LockedUser;
  readonly fileKey: string;
}

/** Gives the file to its user, unless they have withdrawn the request. */
async function deliver(tx: Tx, world: World, { requestId, user, fileKey }: WrittenExport) {
  const readyAt = world.clock.now();
  const expiresAt = after(readyAt, world.policy.exportLinkLifetime);
  if (!(await tx.exportRequests.markReady(requestId, { fileKey, readyAt, expiresAt })))
    return "unwanted";
  // The scheduled removal has run: this attempt took too long.
  if ((await tx.jobs.deleteQueued("delete-file", fileKey)) === 0)
    throw new Error("the file was removed before it was ready");
  await enqueueJob(tx, world, { kind: "expire-export", subject: requestId, dueAt: expiresAt });
  await tellExportEnd(tx, world, { user, requestId, end: "ready" });
  return "ready";
}

async function giveUp(env: Env, request: ExportRequest, leased: LeasedJob): Promise<void> {
  await env.store.transaction(async (tx) => {
    const user = await tx.users.lock(request.userId);
    await completeJob(tx, leased);
    if (user) await failExport(tx, env, { user, requestId: request.id });
  });
  env.nudge();
}

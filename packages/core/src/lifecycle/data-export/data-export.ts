import { noteEvent, recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { DAY, isPast } from "../../kernel/duration.js";
import { AuthError } from "../../kernel/errors.js";
import type { ExportRequestId, UserId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import { enqueueJob } from "../../background/jobs/enqueue-job.js";
import type { Env } from "../../store/env.js";
import { exportBudgetOf } from "../../store/ownership.js";
import type { Caller } from "../../account/session/caller-store.js";
import { lockCaller } from "../../account/session/lock-caller.js";
import type { ExportRequest } from "./export-request-store.js";

/** A request as its owner sees it. */
export interface ShownExport {
  readonly request: ExportRequest;
  /** Where the document can be fetched until it expires; null unless it is ready. */
  readonly downloadUrl: string | null;
}

export type DataExport = ReturnType<typeof createDataExport>;

export function createDataExport(env: Env) {
  const { store, clock, random, policy, tokenSigner, links, files, logger } = env;

  /** Asks for the caller's data; while a request is pending, that one again. Throws `TOO_MANY_REQUESTS`. */
  async function request(caller: Caller, client: Client): Promise<ExportRequest> {
    const { user } = caller;
    const pending = await store.exportRequests.findPending(user.id);
    if (pending) return pending;
    const asked: ExportRequest = {
      id: random.id<ExportRequestId>(),
      userId: user.id,
      status: "pending",
      createdAt: clock.now(),
      readyAt: null,
      expiresAt: null,
      errorMessage: null,
      fileKey: null,
    };
    const kept = await store.transaction(async (tx) => {
      await lockCaller(tx, env, caller);
      if (!(await tx.exportRequests.insertUnlessPending(asked)))
        return tx.exportRequests.findPending(user.id);
      const budget = await tx.counters.spend(
        exportBudgetOf(user.id),
        policy.exportsPerDay,
        DAY,
        clock.now(),
      );
      if (!budget.spent) throw new AuthError("TOO_MANY_REQUESTS", { retryAt: budget.resetsAt });
      await enqueueJob(tx, env, {
        kind: "produce-export",
        subject: asked.id,
        dueAt: asked.createdAt,
      });
      await recordEvent(tx, env, {
        event: "export.requested",
        userId: user.id,
        client,
        detail: { requestId: asked.id },
      });
      return asked;
    });
    if (!kept) throw new AuthError("UNAVAILABLE");
    env.nudge();
    logger.info("export_requested", { userId: user.id, requestId: kept.id });
    return kept;
  }

  /** One of the caller's requests. Throws `EXPORT_NOT_FOUND`, for those of others too. */
  async function find({ user }: Caller, id: ExportRequestId): Promise<ShownExport> {
    const found = await store.exportRequests.find(id);
    if (found?.userId !== user.id) throw new AuthError("EXPORT_NOT_FOUND");
    const { status, readyAt, expiresAt } = found;
    if (status !== "ready" || !readyAt || !expiresAt) return { request: found, downloadUrl: null };
    // The worker has not come by yet.
    if (isPast(expiresAt, clock.now()))
      return { request: { ...found, status: "expired" }, downloadUrl: null };
    const token = await tokenSigner.sign(
      "data-export",
      { subject: found.id },
      { issuedAt: readyAt, expiresAt },
    );
    return { request: found, downloadUrl: links.exportDownload(found.id, token.reveal()) };
  }

  /** The stored file behind a signed link; reads nothing of it. Throws `EXPORT_NOT_FOUND` for a token that is none of this request, and `EXPORT_EXPIRED`. */
  async function findDownload(
    id: ExportRequestId,
    token: Secret,
  ): Promise<{ readonly userId: UserId; readonly fileKey: string }> {
    const verdict = await tokenSigner.verify("data-export", token, clock.now());
    if (!("claims" in verdict) || verdict.claims.subject !== id)
      throw new AuthError("EXPORT_NOT_FOUND");
    const found = await store.exportRequests.find(id);
    if (!found) throw new AuthError("EXPORT_NOT_FOUND");
    const { userId, fileKey, status, expiresAt } = found;
    if (
      !verdict.valid ||
      status !== "ready" ||
      !fileKey ||
      !expiresAt ||
      isPast(expiresAt, clock.now())
    )
      throw new AuthError("EXPORT_EXPIRED");
    return { userId, fileKey };
  }

  /** The document behind a signed link, as it streams. Throws like `findDownload`. */
  async function download(
    id: ExportRequestId,
    token: Secret,
    client: Client,
  ): Promise<AsyncIterable<Uint8Array>> {
    const { userId, fileKey } = await findDownload(id, token);
    const content = await files.read(fileKey);
    if (!content) throw new AuthError("EXPORT_EXPIRED");
    await noteEvent(store, env, {
      event: "export.downloaded",
      userId,
      client,
      detail: { requestId: id },
    });
    logger.info("export_downloaded", { requestId: id });
    return content;
  }

  return { request, find, findDownload, download };
}

import type { Caller } from "../../account/session/caller-store.js";
import { lockCaller } from "../../account/session/lock-caller.js";
import { isSuspended } from "../../account/user/suspension.js";
import { noteEvent } from "../../background/audit-log/note-event.procedure.js";
import { createConcurrency, endingWith } from "../../background/rate-limit/concurrency.js";
import type { Client } from "../../kernel/client.js";
import { after, isPast } from "../../kernel/duration.js";
import { AuthError } from "../../kernel/errors.js";
import type { ExportRequestId, UserId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import type { ExportRequest } from "./export-request-store.js";
import { requestExport } from "./request-export.js";
import { showExport, type ShownExport } from "./show-export.procedure.js";

export type { ShownExport } from "./show-export.procedure.js";

/** What a signed download link stands for. */
export interface ExportDownload {
  readonly userId: UserId;
  /** Names the file in the `FileStore`. */
  readonly fileKey: string;
}

/**
 * The personal export, as one JSON document that the worker writes: the user's profile,
 * memberships, sessions, audit entries and requests, and what the application's own tables add.
 */
export interface DataExport {
  /**
   * Requests an export of the caller's data. While a request is pending it is returned again, and
   * nothing is counted. The user is told by mail when the document is ready. A user may request
   * `policy.exportsPerDay` of them.
   * @throws {AuthError} `TOO_MANY_REQUESTS`, `UNAUTHORIZED`, `UNAVAILABLE`
   */
  request(caller: Caller, client: Client): Promise<ExportRequest>;
  /**
   * Returns one of the caller's requests, with a download URL when the document is ready.
   * @throws {AuthError} `EXPORT_NOT_FOUND`, also for a request of another user
   */
  find(caller: Caller, id: ExportRequestId): Promise<ShownExport>;
  /**
   * Returns the newest of the caller's requests, `policy.exportsListed` at most, newest first, each
   * as `find` returns it.
   */
  list(caller: Caller): Promise<readonly ShownExport[]>;
  /**
   * Checks a signed link without reading the document.
   * @param token the token of the link, as it was presented
   * @throws {AuthError} `EXPORT_NOT_FOUND` when the token is not one of this request,
   * `EXPORT_EXPIRED`, `ACCOUNT_SUSPENDED`
   */
  findDownload(id: ExportRequestId, token: Secret): Promise<ExportDownload>;
  /**
   * Returns the document behind a signed link, as a stream of bytes, and records the download in
   * the audit log: once in ten minutes for each client network. `policy.downloadsAtOnce` of them
   * run at once for one client network; each runs until its stream was read to the end or its
   * iterator has returned.
   * @throws {AuthError} `EXPORT_NOT_FOUND` when the token is not one of this request,
   * `EXPORT_EXPIRED`, `ACCOUNT_SUSPENDED`, `TOO_MANY_REQUESTS`
   */
  download(id: ExportRequestId, token: Secret, client: Client): Promise<AsyncIterable<Uint8Array>>;
}

export function createDataExport(env: Env): DataExport {
  const { store, clock, policy, contributors, tokenSigner, files, logger } = env;
  const downloads = createConcurrency(policy.downloadsAtOnce);

  async function request(caller: Caller, client: Client): Promise<ExportRequest> {
    const { user } = caller;
    const pending = await store.exportRequests.findPending(user.id);
    if (pending) return pending;
    const pendingNow = await store.transaction(async (tx) => {
      await lockCaller(tx, env, caller);
      return requestExport(tx, env, { userId: user.id, contributors, client, operator: null });
    });
    if (!pendingNow) throw new AuthError("UNAVAILABLE");
    env.nudge();
    logger.info("export_requested", { userId: user.id, requestId: pendingNow.id });
    return pendingNow;
  }

  async function find({ user }: Caller, id: ExportRequestId): Promise<ShownExport> {
    const found = await store.exportRequests.find(id);
    if (found?.userId !== user.id) throw new AuthError("EXPORT_NOT_FOUND");
    return showExport(env, found);
  }

  async function list({ user }: Caller): Promise<readonly ShownExport[]> {
    const found = await store.exportRequests.listNewest(user.id, policy.exportsListed);
    return Promise.all(found.map((request) => showExport(env, request)));
  }

  async function findDownload(id: ExportRequestId, token: Secret): Promise<ExportDownload> {
    const verdict = await tokenSigner.verify("data-export", token, clock.now());
    if (!("claims" in verdict) || verdict.claims.subject !== id)
      throw new AuthError("EXPORT_NOT_FOUND");
    const found = await store.exportRequests.find(id);
    if (!found) throw new AuthError("EXPORT_NOT_FOUND");
    const { userId, fileKey, expiresAt } = found;
    // Only a request that is ready has a file.
    if (!verdict.valid || !fileKey || !expiresAt || isPast(expiresAt, clock.now()))
      throw new AuthError("EXPORT_EXPIRED");
    const user = await store.users.findById(userId);
    if (!user || isSuspended(user, clock.now())) throw new AuthError("ACCOUNT_SUSPENDED");
    return { userId, fileKey };
  }

  async function download(
    id: ExportRequestId,
    token: Secret,
    client: Client,
  ): Promise<AsyncIterable<Uint8Array>> {
    const { userId, fileKey } = await findDownload(id, token);
    const end = downloads.begin(`${id} ${client.network}`);
    // A download whose client no longer reads has ended by then.
    if (!end)
      throw new AuthError("TOO_MANY_REQUESTS", {
        retryAt: after(clock.now(), policy.answerTimeout),
      });
    try {
      const content = await files.read(fileKey);
      if (!content) throw new AuthError("EXPORT_EXPIRED");
      const isFirst = await noteEvent(store, env, {
        event: "export.downloaded",
        userId,
        client,
        detail: { requestId: id },
      });
      if (isFirst) logger.info("export_downloaded", { requestId: id });
      return endingWith(content, end);
    } catch (failure) {
      end();
      throw failure;
    }
  }

  return { request, find, list, findDownload, download };
}

import { isPast } from "../../kernel/duration.js";
import type { Env } from "../../store/env.js";
import type { ExportRequest } from "./export-request-store.js";

/** A request as its user sees it. */
export interface ShownExport {
  readonly request: ExportRequest;
  /**
   * The signed URL from which the document can be downloaded until it expires; null unless it is
   * ready.
   */
  readonly downloadUrl: string | null;
}

/**
 * Signs the URL of the download. The token follows from the request, so nothing is stored, and
 * every list shows the same URL.
 */
export async function showExport(
  { clock, tokenSigner, links }: Env,
  request: ExportRequest,
): Promise<ShownExport> {
  const { status, readyAt, expiresAt } = request;
  if (status !== "ready" || !readyAt || !expiresAt) return { request, downloadUrl: null };
  // The worker has not marked it yet.
  if (isPast(expiresAt, clock.now()))
    return { request: { ...request, status: "expired" }, downloadUrl: null };
  const token = await tokenSigner.sign(
    "data-export",
    { subject: request.id },
    { issuedAt: readyAt, expiresAt },
  );
  return { request, downloadUrl: links.exportDownload(request.id, token.reveal()) };
}

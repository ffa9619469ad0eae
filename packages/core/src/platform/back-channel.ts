import { SECOND } from "../kernel/duration.js";
import { ProviderFailure } from "./provider-failure.js";

/** How long one call to a provider may take, to the last byte of its answer. */
export const BACK_CHANNEL_TIMEOUT_MS = 10 * SECOND;
export const MAX_RESPONSE_BYTES = 256 * 1024;

/** What the library asks the channel to send. */
export interface ProviderRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: NonNullable<RequestInit["body"]> | null | undefined;
}

/** Calls a provider and returns its whole response. */
export type BackChannel = (url: string, request: ProviderRequest) => Promise<Response>;

/**
 * Creates a `fetch` for calls to a provider: bounded in time and size, without redirects, and
 * complete before it resolves. It rejects with the `ProviderFailure` `provider_unavailable` beyond
 * those bounds, on 3xx and on 5xx.
 */
export function createBackChannel(timeoutMs: number): BackChannel {
  return async (url, { method, headers: sent, body: content = null }) => {
    const { origin, pathname } = new URL(url);
    const unavailable = (reason: string) =>
      new ProviderFailure("provider_unavailable", `${origin}${pathname} ${reason}`);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        headers: sent,
        body: content,
        redirect: "manual",
        signal,
      });
      const { status, headers } = response;
      const body = isUnusable(status)
        ? await discard(response)
        : await readWithin(response, MAX_RESPONSE_BYTES);
      if (isUnusable(status)) throw unavailable(`answers with status ${status}`);
      if (!body) throw unavailable(`answers with more than ${MAX_RESPONSE_BYTES} bytes`);
      return new Response(body.length > 0 ? body : null, { status, headers });
    } catch (failure) {
      if (failure instanceof ProviderFailure) throw failure;
      throw unavailable(
        signal.aborted
          ? `has not answered within ${timeoutMs} ms`
          : `cannot be reached: ${reasonOf(failure)}`,
      );
    }
  };
}

/** A redirect would lead to a host that was not configured; a server error is no answer. */
const isUnusable = (status: number): boolean =>
  status < 200 || (status >= 300 && status < 400) || status >= 500;

async function discard(response: Response): Promise<null> {
  await response.body?.cancel();
  return null;
}

/**
 * Returns the decompressed body; null when it is longer than `limit` bytes: then the rest is not
 * read.
 */
async function readWithin(response: Response, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `fetch` puts the reason (a refused connection, a certificate) into the cause. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return "unknown failure";
  const { cause, message } = failure;
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  return typeof code === "string" ? code : message;
}

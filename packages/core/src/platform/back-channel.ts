import { SECOND } from "../kernel/duration.js";
import { ProviderFailure } from "./provider-failure.js";

/** How long one call to a provider may take, to the last byte of its answer, in milliseconds. */
export const BACK_CHANNEL_TIMEOUT = 10 * SECOND;
export const MAX_ANSWER_BYTES = 256 * 1024;

export interface ProviderRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: NonNullable<RequestInit["body"]> | null | undefined;
}

export type BackChannel = (url: string, request: ProviderRequest) => Promise<Response>;

/**
 * A `fetch` for talking to a provider: bounded in time and size, follows no redirect, and has the whole answer before it gives any.
 * Rejects with `provider_unavailable` where it is out of bounds, on 3xx and on 5xx.
 */
export function createBackChannel(timeout: number): BackChannel {
  return async (url, { method, headers: sent, body: content = null }) => {
    const { origin, pathname } = new URL(url);
    const unavailable = (why: string) =>
      new ProviderFailure("provider_unavailable", `${origin}${pathname} ${why}`);
    const signal = AbortSignal.timeout(timeout);
    try {
      const answer = await fetch(url, {
        method,
        headers: sent,
        body: content,
        redirect: "manual",
        signal,
      });
      const { status, headers } = answer;
      const body = isUnusable(status)
        ? await discard(answer)
        : await readWithin(answer, MAX_ANSWER_BYTES);
      if (isUnusable(status)) throw unavailable(`answers with status ${status}`);
      if (!body) throw unavailable(`answers with more than ${MAX_ANSWER_BYTES} bytes`);
      return new Response(body.length > 0 ? body : null, { status, headers });
    } catch (failure) {
      if (failure instanceof ProviderFailure) throw failure;
      throw unavailable(
        signal.aborted
          ? `has not answered within ${timeout} ms`
          : `cannot be reached: ${reasonOf(failure)}`,
      );
    }
  };
}

/** A redirect would lead to a host nobody configured; a server's error is no answer. */
const isUnusable = (status: number): boolean =>
  status < 200 || (status >= 300 && status < 400) || status >= 500;

async function discard(answer: Response): Promise<null> {
  await answer.body?.cancel();
  return null;
}

/** The body, decompressed; null, and the rest is not read, when it is longer than `limit` bytes. */
async function readWithin(answer: Response, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `fetch` hides the reason (a refused connection, a certificate) in the cause. */
function reasonOf(failure: unknown): string {
  const { cause, message } = failure instanceof Error ? failure : new Error("unknown failure");
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : message;
}

import { AuthError } from "@acme/auth-core";
import type { HttpReply, HttpRequest, Peer, RawBody } from "@acme/auth-http";

/** The request in plain values. */
export function readRequest(request: Request, peer: Peer): HttpRequest {
  const { headers, method } = request;
  const target = requestTarget(request.url);
  const mark = target.indexOf("?");
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    peer,
    header: (name) => headers.get(name) ?? (isUnmeasured(request, name) ? "chunked" : undefined),
    readBody: (limit) => readBody(request, limit),
  };
}

/** Path and query of an absolute URL, as they were sent. The host is ignored. */
function requestTarget(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("#", start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

/**
 * Hosts leave out `Transfer-Encoding`, which HTTP/2 does not have. A body of unknown length is one
 * all the same.
 */
const isUnmeasured = (request: Request, name: string): boolean =>
  name === "transfer-encoding" && request.body !== null && !request.headers.has("content-length");

async function readBody(request: Request, limit: number): Promise<RawBody | null> {
  if (request.bodyUsed)
    throw new Error("Something has read the body of this request before: pass on a clone of it.");
  if (!request.body) return null;
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Not cancelled beyond the limit: that closes the connection on some hosts, and the refusal could
  // not be sent.
  const body: ReadableStream<Uint8Array> = request.body;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > limit) throw new AuthError("PAYLOAD_TOO_LARGE");
      pieces.push(value);
    }
  } catch (cause) {
    // Anything else that ends an upload early means that the client has gone away.
    throw AuthError.is(cause) ? cause : new AuthError("INVALID_JSON", { cause });
  }
  return size === 0 ? null : { bytes: joined(pieces, size) };
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/** What happens to a reply that is sent in pieces. */
export interface Sending {
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal;
  /** Told of what ended the reply before its end. */
  readonly onFailure: (failure: unknown) => void;
  /** How long the host may ask for no further piece, in milliseconds. Then the reply is ended. */
  readonly timeoutMs: number;
}

const encoder = new TextEncoder();

/** The reply as a `Response`. */
export function toResponse(
  { status, headers: pairs, cookies, body }: HttpReply,
  sending: Sending,
): Response {
  const headers = new Headers();
  for (let at = 0; at < pairs.length; at += 2) headers.set(pairs[at]!, pairs[at + 1]!);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (body === null || (typeof body === "object" && !(body instanceof Uint8Array)))
    return new Response(body && streamOf(body, sending), { status, headers });
  const bytes = typeof body === "string" ? encoder.encode(body) : new Uint8Array(body);
  headers.set("Content-Length", String(bytes.byteLength));
  return new Response(bytes, { status, headers });
}

/**
 * Reads a piece when the client takes one. When one fails, or none is taken for too long, the
 * stream fails, so that the host cuts the connection and the client does not take the part for the
 * whole.
 */
function streamOf(
  pieces: AsyncIterable<Uint8Array>,
  { signal, onFailure, timeoutMs }: Sending,
): ReadableStream<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array, unknown> = pieces[Symbol.asyncIterator]();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  function end(): Promise<unknown> {
    clearTimeout(waiting);
    signal.removeEventListener("abort", abort);
    return Promise.resolve(iterator.return?.());
  }
  const abort = (): void => void end().catch(onFailure);
  signal.addEventListener("abort", abort, { once: true });
  /** Waits for the client to take the next piece. */
  function wait(controller: ReadableStreamDefaultController<Uint8Array>): void {
    waiting = setTimeout(() => {
      controller.error(new Error("The client has taken nothing for too long."));
      abort();
    }, timeoutMs);
  }
  return new ReadableStream<Uint8Array>(
    {
      start: wait,
      async pull(controller) {
        clearTimeout(waiting);
        try {
          signal.throwIfAborted();
          const next = await iterator.next();
          signal.throwIfAborted();
          if (next.done !== true) {
            controller.enqueue(next.value);
            wait(controller);
            return;
          }
          signal.removeEventListener("abort", abort);
          controller.close();
        } catch (failure) {
          if (!signal.aborted) onFailure(failure);
          controller.error(failure);
        }
      },
      async cancel() {
        await end();
      },
    },
    { highWaterMark: 0 },
  );
}

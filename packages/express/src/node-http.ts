import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeader,
  ServerResponse,
} from "node:http";
import type { BlockList } from "node:net";
import { AuthError } from "@acme/auth-core";
import type { HttpReply, HttpRequest, RawBody } from "@acme/auth-http";
import { clientAddress } from "./client-ip.js";

/**
 * A request of node:http, or of Express, which may have parsed the body and removed the mount path
 * from `url`.
 */
export interface IncomingRequest extends IncomingMessage {
  readonly originalUrl?: string;
  /** The path under which Express has mounted what is asked; empty at the root. */
  readonly baseUrl?: string;
  readonly body?: unknown;
}

/** The request in plain values. */
export function readRequest(incoming: IncomingRequest, proxies: BlockList | null): HttpRequest {
  // Read once: Express exchanges the prototype of every request, after which no property of it is
  // found quickly.
  const { headers } = incoming;
  const target = requestTarget(incoming);
  const mark = target.indexOf("?");
  return {
    method: incoming.method ?? "GET",
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    peer: clientAddress({ headers, socket: incoming.socket }, proxies),
    header: (name) => readHeader(headers, name),
    readBody: (limit) => readBody(incoming, limit),
  };
}

/** Returns the value of a header, repeated ones joined; undefined when it is absent. */
export function readHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

/** Path and query. A client may send a whole URL (RFC 9112 §3.2.2); its host is ignored. */
function requestTarget({ originalUrl, url = "/" }: IncomingRequest): string {
  const target = originalUrl ?? url;
  if (target.startsWith("/") || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

async function readBody(incoming: IncomingRequest, limit: number): Promise<RawBody | null> {
  const { "transfer-encoding": chunked, "content-length": length = "0" } = incoming.headers;
  if (chunked === undefined && Number(length) === 0) return null;
  // A parser of the application has read the stream already. Its result is the body.
  if (incoming.body !== undefined) return within(limit, asRawBody(incoming.body));
  if (incoming.readableEnded) return null;
  const bytes = await readBytes(incoming, limit);
  return bytes.length === 0 ? null : { bytes };
}

/** Applies our limit to a body that a parser with a higher limit has read. */
function within(limit: number, body: RawBody | null): RawBody | null {
  if (body && "parsed" in body && Buffer.byteLength(JSON.stringify(body.parsed)) > limit)
    throw new AuthError("PAYLOAD_TOO_LARGE");
  if (body && "bytes" in body && body.bytes.length > limit)
    throw new AuthError("PAYLOAD_TOO_LARGE");
  return body;
}

async function readBytes(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // The socket must outlive a refusal, so that the refusal can be sent.
    const unread: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
    for await (const chunk of unread) {
      size += chunk.length;
      if (size > limit) throw new AuthError("PAYLOAD_TOO_LARGE");
      chunks.push(chunk);
    }
  } catch (cause) {
    // Anything else that ends an upload early means that the client has gone away.
    throw AuthError.is(cause) ? cause : new AuthError("INVALID_JSON", { cause });
  }
  return Buffer.concat(chunks);
}

function asRawBody(body: unknown): RawBody | null {
  if (typeof body === "string") return body === "" ? null : { bytes: Buffer.from(body) };
  if (body instanceof Uint8Array) return body.length === 0 ? null : { bytes: body };
  return body === null ? null : { parsed: body };
}

/**
 * UTF-16 code units of a body that are written at once. A client that does not read holds no more
 * of it than that.
 */
const SLICE_LENGTH = 65_536;

/**
 * Writes the reply, without the header that Express would add, and keeps the cookies that the
 * application has set before.
 */
export function writeReply(
  response: ServerResponse,
  { status, headers, cookies, body }: HttpReply,
  fail: (failure: unknown) => void = () => {},
): void {
  if (response.headersSent || response.destroyed) {
    if (isInPieces(body)) discard(body).catch(fail);
    return;
  }
  response.removeHeader("X-Powered-By");
  const all: OutgoingHttpHeader[] = headers.slice();
  if (cookies.length > 0)
    all.push("Set-Cookie", [response.getHeader("Set-Cookie") ?? [], cookies].flat().map(String));
  if (typeof body === "string" || body instanceof Uint8Array)
    all.push("Content-Length", String(Buffer.byteLength(body)));
  // The rest of a refused upload is not read. Closing the connection tells the client to stop.
  if (status >= 400 && !response.req.complete) all.push("Connection", "close");
  response.writeHead(status, all);
  writeBody(response, body, fail);
}

function writeBody(
  response: ServerResponse,
  body: HttpReply["body"],
  fail: (failure: unknown) => void,
): void {
  const pieces = typeof body === "string" && body.length > SLICE_LENGTH ? slicesOf(body) : body;
  if (pieces === null || typeof pieces === "string" || pieces instanceof Uint8Array)
    response.end(pieces ?? undefined);
  else
    stream(response, pieces).catch((failure: unknown) => {
      response.destroy();
      fail(failure);
    });
}

const isInPieces = (body: HttpReply["body"]): body is AsyncIterable<Uint8Array> =>
  typeof body === "object" && body !== null && !(body instanceof Uint8Array);

/** Ends what would have been sent, so that it lets go of what it holds. */
async function discard(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator: AsyncIterator<Uint8Array, unknown> = pieces[Symbol.asyncIterator]();
  await iterator.return?.();
}

/** Cuts a text, between characters. */
function* slicesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const last = start + SLICE_LENGTH - 1;
    const end = isHighSurrogate(text.charCodeAt(last)) ? last : last + 1;
    yield text.slice(start, end);
    start = end;
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Sends pieces as fast as the client takes them. When one fails, the connection is destroyed, so
 * that the client does not take the part for the whole.
 */
async function stream(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array> | Iterable<string>,
): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      response.off("drain", go).off("close", go);
      resolve();
    };
    response.once("drain", go).once("close", go);
  });

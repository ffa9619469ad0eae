import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";

/** A handler from `Request` to `Response`, which is told the IP address of the socket. */
export type FetchHandler = (request: Request, address: string | null) => Promise<Response | null>;

/** Serves a fetch handler over node:http, as hosts of fetch handlers do. */
export const bridge =
  (handle: FetchHandler): RequestListener =>
  (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    Promise.resolve()
      .then(() => handle(requestOf(incoming, gone.signal), incoming.socket.remoteAddress ?? null))
      .then((response) => send(response ?? new Response(null, { status: 404 }), incoming, outgoing))
      .catch(() => outgoing.destroy());
  };

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", url = "/", headers } = incoming;
  const hasBody =
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  const joined = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Request(new URL(url, "http://service.test"), {
    method,
    headers: joined,
    signal,
    ...(hasBody &&
      method !== "GET" &&
      method !== "HEAD" && {
        body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>,
        duplex: "half",
      }),
  });
}

async function send(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const cookies = response.headers.getSetCookie();
  for (const [name, value] of response.headers)
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  if (response.status >= 400 && !incoming.complete) outgoing.setHeader("connection", "close");
  outgoing.writeHead(response.status);
  if (response.body)
    for await (const piece of response.body as ReadableStream<Uint8Array>)
      if (!outgoing.write(piece)) await new Promise((resolve) => outgoing.once("drain", resolve));
  outgoing.end();
}

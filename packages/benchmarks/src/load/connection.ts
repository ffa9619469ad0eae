import { createConnection } from "node:net";

export interface Reply {
  readonly status: number;
  /** Status line and headers, as they came. */
  readonly head: string;
  body(): string;
}

/**
 * One keep-alive connection, one request at a time, with as little around the socket as possible:
 * the load must not be the bottleneck.
 */
export interface Connection {
  exchange(request: Buffer): Promise<Reply>;
  close(): void;
}

interface Awaited {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (failure: Error) => void;
}

/** `localAddress`, any of 127.0.0.0/8, is who the server takes the client for. */
export function connect(port: number, localAddress = "127.0.0.1"): Promise<Connection> {
  const socket = createConnection({ port, host: "127.0.0.1", localAddress, noDelay: true });
  let received: Buffer | null = null;
  let awaited: Awaited | null = null;

  socket.on("data", (chunk: Buffer) => {
    received = received ? Buffer.concat([received, chunk]) : chunk;
    const reply = parseReply(received);
    if (!reply || !awaited) return;
    received = null;
    const { resolve } = awaited;
    awaited = null;
    resolve(reply);
  });
  socket.on("close", () => awaited?.reject(new Error("the server closed the connection")));

  return new Promise((resolve, reject) => {
    socket.on("error", (failure) => {
      awaited?.reject(failure);
      reject(failure);
    });
    socket.once("connect", () =>
      resolve({
        exchange: (request) =>
          new Promise<Reply>((settle, fail) => {
            awaited = { resolve: settle, reject: fail };
            socket.write(request);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}

/** Null until the whole reply is there. */
function parseReply(bytes: Buffer): Reply | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end);
  const start = end + 4;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const status = Number(head.slice(9, 12));
  if (length !== undefined) {
    return bytes.length < start + Number(length)
      ? null
      : { status, head, body: () => bytes.toString("utf8", start) };
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, head, body: () => "" };
  return bytes.toString("latin1", Math.max(start, bytes.length - 7)).endsWith("0\r\n\r\n")
    ? { status, head, body: () => unchunk(bytes.subarray(start)) }
    : null;
}

function unchunk(bytes: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (!size) return Buffer.concat(parts).toString();
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + size + 4;
  }
}

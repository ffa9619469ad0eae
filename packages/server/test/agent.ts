import { type IncomingHttpHeaders, request } from "node:http";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly setCookies: readonly string[];
  readonly text: string;
  /** The body as JSON; undefined when there is none. */
  readonly body: unknown;
}

export interface Send {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as JSON, unless it is text already. */
  readonly body?: unknown;
}

export interface Agent {
  readonly cookies: Map<string, string>;
  send(path: string, send?: Send): Promise<Reply>;
  get(path: string, headers?: Send["headers"]): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Send["headers"]): Promise<Reply>;
}

export interface AgentOptions {
  readonly url: string;
  /** Where requests come from; any address of the loopback network. */
  readonly from?: string;
  /** Told of every reply. */
  readonly onReply?: (method: string, path: string, reply: Reply) => void;
  /** Told of every body before it is sent. */
  readonly onSend?: (body: unknown) => void;
}

/**
 * A client that keeps cookies, as a browser would, and sends nothing that it is not told to send.
 */
export function createAgent({ url, from = "127.0.0.1", onReply, onSend }: AgentOptions): Agent {
  const cookies = new Map<string, string>();

  const cookieHeader = (): Readonly<Record<string, string>> => {
    const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return jar === "" ? {} : { cookie: jar };
  };

  async function send(
    path: string,
    { method = "GET", headers = {}, body }: Send = {},
  ): Promise<Reply> {
    onSend?.(body);
    const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const all = { ...cookieHeader(), ...bodyHeaders(body, payload), ...headers };
    const { port, pathname, search } = new URL(path, url);
    // A URL would walk up `..` by itself; a client need not.
    const target = /\/\.{1,2}(?=[/?]|$)/.test(path) ? path : pathname + search;
    const reply = await exchange({ port, target, method, headers: all, payload, from });
    for (const cookie of reply.setCookies) keep(cookie);
    onReply?.(method, path.split("?", 1)[0]!, reply);
    return reply;
  }

  function keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split("; ");
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    if (attributes.includes("Max-Age=0")) cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookies,
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body = {}, headers = {}) => send(path, { method: "POST", body, headers }),
  };
}

function bodyHeaders(body: unknown, payload: string | undefined): Readonly<Record<string, string>> {
  if (payload === undefined) return {};
  const length = { "content-length": String(Buffer.byteLength(payload)) };
  return typeof body === "string" ? length : { "content-type": "application/json", ...length };
}

interface Exchange {
  readonly port: string;
  readonly target: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly payload: string | undefined;
  readonly from: string;
}

function exchange({ port, target, method, headers, payload, from }: Exchange): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path: target,
        method,
        headers: headers as Record<string, string>,
        localAddress: from,
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const json =
            String(incoming.headers["content-type"]).startsWith("application/json") && text !== "";
          resolve({
            status: incoming.statusCode!,
            headers: incoming.headers,
            setCookies: incoming.headers["set-cookie"] ?? [],
            text,
            body: json ? (JSON.parse(text) as unknown) : undefined,
          });
        });
        incoming.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(payload);
  });
}

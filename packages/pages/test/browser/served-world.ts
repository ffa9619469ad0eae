import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpRequest, HttpSurface } from "@acme/auth-http";
import { type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openWorld, type WorldOptions } from "../open-world.js";

/** What came over the wire, by path. */
export interface Served {
  readonly path: string;
  readonly bytes: number;
}

/** Someone with a browser of their own. */
export interface Visitor {
  readonly context: BrowserContext;
  /** What the browser had to say against the pages. */
  readonly complaints: readonly string[];
}

/** Serves the pages to a browser, for as long as the tests of a file run. */
export function servedWorld(options: WorldOptions = {}) {
  let running: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    running = await start(options);
  });
  afterAll(() => running.close());
  return () => running;
}

async function start(options: WorldOptions) {
  const served: Served[] = [];
  let answer = (_request: IncomingMessage, response: ServerResponse): Promise<unknown> =>
    Promise.resolve(response.end());
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const world = await openWorld({ ...options, serviceUrl: origin });
  answer = async (request, response) => {
    const bytes = await sendReply(world.surface, request, response);
    served.push({ path: request.url ?? "", bytes });
  };
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"],
    timeout: 60_000,
  });
  return {
    world,
    origin,
    served,
    async visitor(more: BrowserContextOptions = {}): Promise<Visitor> {
      const context = await browser.newContext({
        baseURL: origin,
        locale: "en-US",
        // A transition that the next page or a new size ends would be complained of.
        reducedMotion: "reduce",
        ...more,
      });
      // Less than a test may take: then it is said what was waited for.
      context.setDefaultTimeout(30_000);
      const complaints: string[] = [];
      context.on("console", (message) => {
        // Somebody was faster than the page.
        if (message.text().startsWith("Autofocus processing was blocked")) return;
        complaints.push(`${message.type()}: ${message.text()}`);
      });
      context.on("weberror", (fault) => complaints.push(`thrown: ${fault.error().message}`));
      return { context, complaints };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await world.auth.close();
    },
  };
}

async function sendReply(
  surface: Pick<HttpSurface, "answer">,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<number> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const reply = await surface.answer(requestOf(incoming, Buffer.concat(chunks)));
  if (!reply) return (response.writeHead(404).end(), 0);
  for (let at = 0; at < reply.headers.length; at += 2)
    response.setHeader(reply.headers[at] ?? "", reply.headers[at + 1] ?? "");
  if (reply.cookies.length > 0) response.setHeader("Set-Cookie", reply.cookies);
  const body =
    reply.body === null || typeof reply.body === "string" ? (reply.body ?? "") : reply.body;
  const bytes =
    typeof body === "string" || body instanceof Uint8Array ? Buffer.from(body) : Buffer.of();
  response.writeHead(reply.status).end(bytes);
  return bytes.length;
}

function requestOf(incoming: IncomingMessage, bytes: Uint8Array): HttpRequest {
  const [path = "", query = ""] = (incoming.url ?? "").split(/\?(.*)/s);
  return {
    method: incoming.method ?? "GET",
    path,
    query,
    peer: { ipAddress: "127.0.0.1", network: "127.0.0.1" },
    header: (name) => {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    readBody: () => Promise.resolve(bytes.length > 0 ? { bytes } : null),
  };
}

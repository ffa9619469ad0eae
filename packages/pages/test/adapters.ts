import { createServer, type IncomingMessage, request as send, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { createSurface, mount } from "@acme/auth-express";
import { createHandler } from "@acme/auth-fetch";
import {
  createHttpSurface,
  type HttpReply,
  type HttpSurface,
  type SurfaceOptions,
} from "@acme/auth-http";
import { portOf } from "@acme/auth-testing/port-of";
import express from "express";
import type { Answering, BrowserRequest } from "./browser.js";

/** What stands between the browser of a test and the surface. */
export type Adapter = "none" | "express" | "fetch";

/** What adapters and Node add to an answer of the surface. */
const ADDED = new Set(["connection", "content-length", "date", "keep-alive", "set-cookie"]);

/** The surface behind each adapter, with the surface itself. */
export const ADAPTERS: Readonly<
  Record<Adapter, (options: SurfaceOptions) => { surface: HttpSurface; served: Answering }>
> = {
  none(options) {
    const surface = createHttpSurface(options);
    return { surface, served: surface };
  },
  express(options) {
    const surface = createSurface({ ...options, trustProxy: ["127.0.0.1"] });
    const server = createServer(express().disable("x-powered-by").use(mount(surface)));
    return { surface: surface.http, served: { answer: (request) => overSocket(server, request) } };
  },
  fetch(options) {
    const handle = createHandler({
      ...options,
      peerOf: (request: Request) => request.headers.get("x-forwarded-for"),
    });
    const served = {
      answer: async (request: BrowserRequest) => replyOf(request, await handle(requestOf(request))),
    };
    return { surface: handle.surface.http, served };
  },
};

const urlOf = ({ path, query }: BrowserRequest): string => (query ? `${path}?${query}` : path);

/** The bytes of a text as headers carry them: a letter for each. */
const inBytes = (text: string): string => Buffer.from(text).toString("latin1");

/** What a browser sends, and its IP address, as a proxy says it. */
const headersOf = ({ headers, peer }: BrowserRequest): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, inBytes(value)]],
    ),
  ),
  "x-forwarded-for": peer.ipAddress ?? "",
});

const requestOf = (asked: BrowserRequest): Request =>
  new Request(`https://auth.example.com${urlOf(asked)}`, {
    method: asked.method,
    headers: headersOf(asked),
    ...(asked.bytes && { body: asked.bytes }),
  });

async function replyOf({ path }: BrowserRequest, response: Response | null): Promise<HttpReply> {
  if (!response) throw new Error(`${path} is not for the surface`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !ADDED.has(name)).flat(),
    cookies: response.headers.getSetCookie(),
    body: bodyOf(response.headers.get("content-type"), bytes),
  };
}

/** Asks the server, which listens for as long as the process lives. */
async function overSocket(server: Server, asked: BrowserRequest): Promise<HttpReply> {
  if (!server.listening)
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening).unref());
  const answer = await new Promise<IncomingMessage>((answered, failed) => {
    const outgoing = send({
      host: "127.0.0.1",
      port: portOf(server),
      method: asked.method,
      path: urlOf(asked),
      headers: headersOf(asked),
    });
    outgoing.on("response", answered).on("error", failed).end(asked.bytes);
  });
  const bytes = await buffer(answer);
  return {
    status: answer.statusCode ?? 0,
    headers: Object.entries(answer.headers)
      .filter(([name]) => !ADDED.has(name))
      .flatMap(([name, value]) => [name, String(value)]),
    cookies: answer.headers["set-cookie"] ?? [],
    body: bodyOf(answer.headers["content-type"] ?? null, bytes),
  };
}

/** Text as the surface gives it: pages and JSON. */
const bodyOf = (type: string | null, bytes: Uint8Array): string | Uint8Array | null =>
  bytes.length === 0
    ? null
    : type?.startsWith("text/html") || type?.startsWith("application/json")
      ? new TextDecoder().decode(bytes)
      : bytes;

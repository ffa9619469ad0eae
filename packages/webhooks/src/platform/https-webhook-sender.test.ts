import { createHook } from "node:async_hooks";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createManualScheduler } from "@acme/auth-testing";
import { portOf } from "@acme/auth-testing/port-of";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startNameServer } from "../../test/name-server.js";
import { WEBHOOK_LOOKUP_TIMEOUT } from "../limits.js";
import { createHostResolver, type ResolveHost } from "./host-resolver.js";
import { createWebhookSender } from "./https-webhook-sender.js";

/** Long enough for a loaded machine, in milliseconds. */
const TIMEOUT = 20_000;
const LOOPBACK = { allowedNetworks: ["127.0.0.1"] };

const servers: { close(): unknown; closeAllConnections?(): void }[] = [];
/** A name server that never answers. */
async function silentNameServer() {
  const nameServer = await startNameServer();
  servers.push({ close: () => nameServer.stop() });
  return nameServer;
}
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections?.();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return portOf(server);
}
const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}`;

/** A promise, and what resolves it. */
function deferred() {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve: () => resolve() };
}

const webhook = (url: string, own = {}) => ({
  url,
  headers: { "webhook-id": "one", "content-type": "application/json" },
  body: `{"type":"user.created"}`,
  timeoutMs: TIMEOUT,
  maxAnswerBytes: 1_024,
  ...own,
});
const post = (url: string, own = {}, options = {}) =>
  createWebhookSender({ ...LOOPBACK, ...options }).send(webhook(url, own)).answer;
/**
 * What `work` resolves to, if it does so long before the time limit of a test and of an attempt.
 */
const soon = <T>(work: Promise<T>): Promise<T | "still waiting"> =>
  Promise.race([work, sleep(10_000, "still waiting" as const, { ref: false })]);
/** Resolves to the IP addresses in turn, and says how often it was asked. */
function resolving(...turns: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve: ResolveHost = (hostname) => {
    const found = turns[Math.min(asked.length, turns.length - 1)] ?? [];
    asked.push(hostname);
    return Promise.resolve(
      found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return { asked, resolve };
}

describe("a webhook", () => {
  it("is posted whole, and its status comes back", async () => {
    const got: unknown[] = [];
    const url = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const { method, headers } = request;
        got.push([method, request.url, headers["webhook-id"], headers["content-length"], body]);
        response.writeHead(202).end("thanks");
      });
    });
    expect(await post(`${url}/hooks?team=1`)).toEqual({ status: 202 });
    expect(got).toEqual([["POST", "/hooks?team=1", "one", "23", `{"type":"user.created"}`]]);
  });

  it("follows no redirect: the status says that there was one", async () => {
    const paths: unknown[] = [];
    const url = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    expect(await post(`${url}/hooks`)).toEqual({ status: 307 });
    expect(paths).toEqual(["/hooks"]);
  });

  it("to a receiver that hangs is given up in time", async () => {
    const url = await serve(() => {});
    expect(await soon(post(url, { timeoutMs: 200 }))).toEqual({ failure: "timed_out" });
  });

  it("to a receiver that drips its headers is given up in time", async () => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => {}).write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("x-drip: 1\r\n"), 20);
      socket.on("close", () => clearInterval(drip));
    });
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = portOf(server);
    expect(await post(`http://127.0.0.1:${port}`, { timeoutMs: 300 })).toEqual({
      failure: "timed_out",
    });
  });

  it("to a receiver that switches protocols is settled at once, and the connection ends", async () => {
    const ended = deferred();
    const server = createTcpServer((socket) => {
      socket
        .resume()
        .on("error", () => {})
        .on("close", ended.resolve);
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    });
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = portOf(server);
    expect(await soon(post(`http://127.0.0.1:${port}`))).toEqual({ status: 101 });
    expect(await soon(ended.promise)).not.toBe("still waiting");
  });

  it("to a receiver that drips its body has arrived, and the connection ends in time", async () => {
    const ended = deferred();
    const url = await serve((_request, response) => {
      response.writeHead(200).write("x");
      const drip = setInterval(() => response.write("x"), 20);
      response.on("close", () => {
        clearInterval(drip);
        ended.resolve();
      });
    });
    expect(await post(url, { timeoutMs: 2_000 })).toEqual({ status: 200 });
    await ended.promise;
  });

  it("reads no more than it is told of an answer without end", async () => {
    const ended = deferred();
    const url = await serve((_request, response) => {
      response.writeHead(200).on("close", ended.resolve);
      const flood = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on("drain", flood);
      flood();
    });
    expect(await soon(post(url))).toEqual({ status: 200 });
    await ended.promise;
  });

  it("to an answer of 10 MB with 500 is a 500", async () => {
    const url = await serve((_request, response) =>
      response.writeHead(500).end(Buffer.alloc(10_000_000)),
    );
    expect(await post(url)).toEqual({ status: 500 });
  });

  it("can be called off", async () => {
    const url = await serve(() => {});
    const attempt = createWebhookSender(LOOPBACK).send(webhook(url));
    setTimeout(() => attempt.cancel(), 50);
    expect(await attempt.answer).toEqual({ failure: "cancelled" });
  });

  it("to a host that is not there has no answer", async () => {
    const resolve = () => Promise.reject(new Error("ENOTFOUND"));
    expect(await post("https://crm.example.com/", {}, { resolve })).toEqual({
      failure: "unreachable",
    });
  });

  it("to a host whose name servers are silent is given up in time, or when it is called off", async () => {
    const { address } = await silentNameServer();
    const resolve = createHostResolver({ nameServers: [address] });
    const url = "https://crm.example.com/";
    expect(await soon(post(url, { timeoutMs: 100 }, { resolve }))).toEqual({
      failure: "timed_out",
    });
    const attempt = createWebhookSender({ resolve }).send(webhook(url));
    attempt.cancel();
    expect(await soon(attempt.answer)).toEqual({ failure: "cancelled" });
  });

  it("and nineteen more to a host whose name servers are silent are one look-up, which holds up no other and ends before them", async () => {
    const nameServer = await silentNameServer();
    const scheduler = createManualScheduler();
    const sender = createWebhookSender({
      resolve: createHostResolver({ nameServers: [nameServer.address], scheduler }),
    });
    const answers = Array.from(
      { length: 20 },
      () => sender.send(webhook("https://crm.example.com/")).answer,
    );
    const questions = ["A crm.example.com", "AAAA crm.example.com"];
    await Promise.all(questions.map((question) => nameServer.heard(question)));
    expect(nameServer.asked.toSorted()).toEqual(questions);
    expect(await soon(lookup("localhost"))).not.toBe("still waiting");
    scheduler.advance(WEBHOOK_LOOKUP_TIMEOUT);
    expect(await soon(Promise.all(answers))).toEqual(
      Array.from({ length: 20 }, () => ({ failure: "timed_out" })),
    );
  });

  it("never waits for a name in the thread pool that all of the process shares", async () => {
    const lookUps: string[] = [];
    const hook = createHook({
      init(_id, type) {
        if (type.startsWith("GETADDRINFO")) lookUps.push(type);
      },
    }).enable();
    const port = new URL(await serve((_request, response) => response.end())).port;
    expect(await post(`http://localhost:${port}/`)).toEqual({ status: 200 });
    expect(lookUps).toEqual([]);
    // This is what it looks like otherwise.
    await lookup("localhost");
    expect(lookUps).toEqual(["GETADDRINFOREQWRAP"]);
    hook.disable();
  });

  it("goes to no server whose certificate is not trusted", async () => {
    const port = await listen(createTlsServer((_request, response) => response.end()));
    expect(await post(`https://127.0.0.1:${port}/`)).toEqual({ failure: "unreachable" });
  });
});

describe("the IP address of a webhook", () => {
  async function counted() {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests++;
      response.end();
    });
    return { url, port: new URL(url).port, requests: () => requests };
  }

  it.each([
    "127.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "0x7f.1",
    "localhost",
    "10.0.0.1",
    "169.254.169.254",
  ])("is not %s, however the URL spells it", async (host) => {
    for (const url of [`https://${host}/`, `http://${host}/`, `https://${host}:8443/`])
      expect(await createWebhookSender().send(webhook(url)).answer, url).toEqual({
        failure: "address_refused",
      });
  });

  it("is one that the operator allows, by http and on any port", async () => {
    const { url, port, requests } = await counted();
    const { resolve } = resolving(["127.0.0.1"]);
    expect(await post(url)).toEqual({ status: 200 });
    expect(await post(`http://crm.example.com:${port}/`, {}, { resolve })).toEqual({ status: 200 });
    expect(requests()).toBe(2);
    expect(await post(url, {}, { allowedNetworks: ["127.0.0.2"] })).toEqual({
      failure: "address_refused",
    });
    expect(requests()).toBe(2);
  });

  it.each(["http://crm.example.com/", "https://crm.example.com:8443/"])(
    "is not a public one for %s, whatever the operator allows",
    async (url) => {
      const { resolve } = resolving(["93.184.215.14"]);
      expect(await post(url, {}, { resolve })).toEqual({ failure: "address_refused" });
    },
  );

  it("is judged again at every attempt, so that a name that is rebound meanwhile reaches nothing", async () => {
    const { port, requests } = await counted();
    const { resolve, asked } = resolving(["127.0.0.1"], ["127.0.0.2"]);
    const sender = createWebhookSender({ ...LOOPBACK, resolve });
    const url = `http://crm.example.com:${port}/`;
    expect(await sender.send(webhook(url)).answer).toEqual({ status: 200 });
    expect(await sender.send(webhook(url)).answer).toEqual({ failure: "address_refused" });
    expect(asked).toEqual(["crm.example.com", "crm.example.com"]);
    expect(requests()).toBe(1);
  });

  it("is the one that was judged, whatever the name resolves to by the time of the connection", async () => {
    const { port, requests } = await counted();
    // The system's resolver does not know this name: a second look-up would fail.
    const { resolve, asked } = resolving(["127.0.0.1"]);
    expect(await post(`http://rebound.invalid:${port}/`, {}, { resolve })).toEqual({ status: 200 });
    expect(asked).toEqual(["rebound.invalid"]);
    expect(requests()).toBe(1);
  });

  it("is none of those that are refused, when a name has others too", async () => {
    const { port, requests } = await counted();
    const { resolve } = resolving(["127.0.0.2", "10.0.0.1", "127.0.0.1"]);
    expect(await post(`http://crm.example.com:${port}/`, {}, { resolve })).toEqual({ status: 200 });
    expect(requests()).toBe(1);
  });

  it.each([
    ["first", ["127.0.0.1", "127.0.0.2"]],
    ["last", ["127.0.0.2", "127.0.0.1"]],
  ])(
    "is never a refused one, also when it stands %s and the permitted one does not answer",
    async (_where, addresses) => {
      const { port, requests } = await counted();
      const { resolve } = resolving(addresses);
      const options = { allowedNetworks: ["127.0.0.2"], resolve };
      expect(await post(`http://crm.example.com:${port}/`, {}, options)).toEqual({
        failure: "unreachable",
      });
      expect(requests()).toBe(0);
    },
  );

  it("is no proxy of the environment", async () => {
    const proxy = await counted();
    const receiver = await counted();
    for (const name of ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY"])
      vi.stubEnv(name, proxy.url);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect(await post(receiver.url)).toEqual({ status: 200 });
    expect([proxy.requests(), receiver.requests()]).toEqual([0, 1]);
  });
});

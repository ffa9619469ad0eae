import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { portOf } from "@acme/auth-testing/port-of";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createFetchWebhookSender,
  type FetchWebhookSenderOptions,
} from "./fetch-webhook-sender.js";

/** Long enough for a loaded machine, in milliseconds. */
const TIMEOUT = 20_000;
const LOOPBACK = { allowedNetworks: ["127.0.0.1"] };
const RESOLVER = "https://dns.example.com/dns-query";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}

const webhook = (url: string, own = {}) => ({
  url,
  headers: { "webhook-id": "one", "content-type": "application/json" },
  body: `{"type":"user.created"}`,
  timeoutMs: TIMEOUT,
  maxAnswerBytes: 1_024,
  ...own,
});
const post = (url: string, own = {}, options: FetchWebhookSenderOptions = LOOPBACK) =>
  createFetchWebhookSender(options).send(webhook(url, own)).answer;

/** A receiver that counts what it gets. */
async function counted(status = 200) {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests++;
    response.writeHead(status, { location: "/elsewhere" }).end();
  });
  return { url, requests: () => requests };
}

/**
 * A platform whose resolver knows one host, and whose receivers all answer 200. `posted` are the
 * URLs of webhooks.
 */
function platform(records: { readonly A?: string[]; readonly AAAA?: string[] }, status = 0) {
  const posted: string[] = [];
  const asked: string[] = [];
  const types = { "1": records.A, "28": records.AAAA };
  const send: typeof fetch = (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!url.href.startsWith(RESOLVER)) {
      posted.push(url.href);
      return Promise.resolve(new Response("thanks"));
    }
    const { name, type } = Object.fromEntries(url.searchParams);
    asked.push(`${name} ${type}`);
    const found = (type === "1" ? types["1"] : types["28"]) ?? [];
    return Promise.resolve(
      Response.json({
        Status: status,
        Answer: [
          { type: 5, data: "alias.example.net." },
          ...found.map((data) => ({ type: Number(type), data })),
        ],
      }),
    );
  };
  return { asked, posted, fetch: send, dnsOverHttps: RESOLVER };
}

describe("a webhook over fetch", () => {
  it("is posted whole, and its status comes back", async () => {
    const got: unknown[] = [];
    const url = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const { method, headers } = request;
        const { "webhook-id": id, "content-length": length, "user-agent": agent } = headers;
        got.push([method, request.url, id, length, agent, body]);
        response.writeHead(202).end("thanks");
      });
    });
    expect(await post(`${url}/hooks?team=1`)).toEqual({ status: 202 });
    expect(got).toEqual([
      ["POST", "/hooks?team=1", "one", "23", "acme-auth-webhooks", `{"type":"user.created"}`],
    ]);
  });

  it("follows no redirect: the status says that there was one", async () => {
    const { url, requests } = await counted(307);
    expect(await post(`${url}/hooks`)).toEqual({ status: 307 });
    expect(requests()).toBe(1);
  });

  it("to a receiver that hangs is given up in time, and can be called off", async () => {
    const url = await serve(() => {});
    expect(await post(url, { timeoutMs: 200 })).toEqual({ failure: "timed_out" });
    const attempt = createFetchWebhookSender(LOOPBACK).send(webhook(url));
    setTimeout(() => attempt.cancel(), 50);
    expect(await attempt.answer).toEqual({ failure: "cancelled" });
  });

  it("is given up in time by a platform that heeds no signal", async () => {
    const options = { fetch: () => new Promise<never>(() => {}) };
    expect(await post("https://crm.example.com/", { timeoutMs: 100 }, options)).toEqual({
      failure: "timed_out",
    });
  });

  it("to a receiver that drips its body has arrived, and the connection ends in time", async () => {
    let ended = (): void => {};
    const end = new Promise<void>((resolve) => (ended = resolve));
    const url = await serve((_request, response) => {
      response.writeHead(200).write("x");
      const drip = setInterval(() => response.write("x"), 20);
      response.on("close", () => {
        clearInterval(drip);
        ended();
      });
    });
    expect(await post(url, { timeoutMs: 1_000 })).toEqual({ status: 200 });
    await end;
  });

  it("reads no more than it is told of an answer without end", async () => {
    let ended = (): void => {};
    const end = new Promise<void>((resolve) => (ended = resolve));
    const url = await serve((_request, response) => {
      response.writeHead(200).on("close", ended);
      const flood = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on("drain", flood);
      flood();
    });
    const answer = post(url);
    expect(await Promise.race([answer, sleep(10_000, "late", { ref: false })])).toEqual({
      status: 200,
    });
    await end;
  });

  it("to a host that is not there has no answer", async () => {
    const options = { fetch: () => Promise.reject(new TypeError("fetch failed")) };
    expect(await post("https://crm.example.com/", {}, options)).toEqual({ failure: "unreachable" });
  });
});

describe("where a webhook over fetch may go", () => {
  it.each([
    "127.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "0x7f.1",
    "localhost",
    "crm.localhost",
    "metadata.google.internal",
    "printer.local",
    "intranet",
    "router.home.arpa.",
    "notes.default.svc",
    "nas.lan",
    "router.home",
    "wiki.corp.",
    "10.0.0.1",
    "169.254.169.254",
  ])("is not %s, however the URL spells it", async (host) => {
    const sent = platform({});
    for (const url of [`https://${host}/`, `http://${host}/`, `https://${host}:8443/`])
      expect(await post(url, {}, { fetch: sent.fetch }), url).toEqual({
        failure: "address_refused",
      });
    expect(sent.posted).toEqual([]);
  });

  it.each(["http://crm.example.com/", "https://crm.example.com:8443/", "http://8.8.8.8/"])(
    "is not %s, whatever the operator allows",
    async (url) => {
      const sent = platform({ A: ["127.0.0.1"] });
      expect(await post(url, {}, { ...LOOPBACK, ...sent })).toEqual({ failure: "address_refused" });
      expect(sent.posted).toEqual([]);
    },
  );

  it.each([
    "https://ada@crm.example.com/",
    "https://:secret@crm.example.com/",
    "http://a:b@127.0.0.1/",
  ])("is not %s, whose user and password would be sent", async (url) => {
    const sent = platform({ A: ["93.184.215.14"] });
    expect(await post(url, {}, { ...LOOPBACK, ...sent })).toEqual({ failure: "address_refused" });
    expect([sent.posted, sent.asked]).toEqual([[], []]);
  });

  it("is an IP address that the operator allows, by http and on any port", async () => {
    const { url, requests } = await counted();
    expect(await post(url)).toEqual({ status: 200 });
    expect(await post(url, {}, { allowedNetworks: ["127.0.0.2"] })).toEqual({
      failure: "address_refused",
    });
    expect(requests()).toBe(1);
  });

  it("is a public host by https; without a resolver nothing is looked up", async () => {
    const { fetch, posted, asked } = platform({ A: ["10.0.0.1"] });
    expect(await post("https://crm.example.com/hooks", {}, { fetch })).toEqual({ status: 200 });
    expect([posted, asked]).toEqual([["https://crm.example.com/hooks"], []]);
  });

  it("is a host all of whose IP addresses are public", async () => {
    const sent = platform({ A: ["93.184.215.14"], AAAA: ["2606:4700::1"] });
    expect(await post("https://crm.example.com/", {}, sent)).toEqual({ status: 200 });
    expect(sent.asked.toSorted()).toEqual(["crm.example.com 1", "crm.example.com 28"]);
  });

  it.each([
    [{ A: ["93.184.215.14", "10.0.0.1"] }],
    [{ A: ["93.184.215.14"], AAAA: ["fd00::1"] }],
    [{ A: ["not an address"] }],
  ])("is no host of which one IP address is not: %j", async (records) => {
    const sent = platform(records);
    expect(await post("https://crm.example.com/", {}, sent)).toEqual({
      failure: "address_refused",
    });
    expect(sent.posted).toEqual([]);
  });

  it.each([
    ["knows no such host", platform({}, 3)],
    ["knows no IP address of it", platform({})],
    [
      "answers something else",
      { ...platform({}), fetch: () => Promise.resolve(Response.json({ Status: 0, Answer: "no" })) },
    ],
    [
      "redirects",
      {
        ...platform({}),
        fetch: () => Promise.resolve(Response.redirect("https://example.com", 302)),
      },
    ],
  ])("is not known when the resolver %s", async (_what, sent) => {
    expect(await post("https://crm.example.com/", {}, sent)).toEqual({ failure: "unreachable" });
    expect(sent.posted).toEqual([]);
  });

  it.each([
    ["is longer than 64 KiB", 200, 65_536],
    ["is no success", 500, 0],
  ])(
    "is not known when the resolver's answer %s, which is not read on",
    async (_what, status, kept) => {
      let read = 0;
      let cancelled = 0;
      const fetch = (): Promise<Response> => {
        const known = JSON.stringify({ Status: 0, Answer: [{ type: 1, data: "93.184.215.14" }] });
        const chunks = [known, ...Array<string>(64).fill(" ".repeat(16_384))].values();
        const body = new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              const { value, done } = chunks.next();
              read += value?.length ?? 0;
              if (done) controller.close();
              else controller.enqueue(Buffer.from(value));
            },
            cancel() {
              cancelled++;
            },
          },
          { highWaterMark: 0 },
        );
        return Promise.resolve(new Response(body, { status }));
      };
      const options = { dnsOverHttps: RESOLVER, fetch };
      expect(await post("https://crm.example.com/", {}, options)).toEqual({
        failure: "unreachable",
      });
      await vi.waitFor(() => expect(cancelled).toBe(2));
      // Of both questions, and a chunk more.
      expect(read).toBeLessThanOrEqual(2 * (kept + 16_384));
    },
  );

  it.each(["http://dns.example.com/", "dns.example.com"])(
    "is not asked of %s, which is no https URL",
    (dnsOverHttps) => {
      expect(() => createFetchWebhookSender({ dnsOverHttps })).toThrow(RangeError);
    },
  );
});

import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { createAuth, type Logger } from "@acme/auth-core";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { afterEach, describe, expect, it } from "vitest";
import { createSite, createSurface } from "./index.js";

const site = createSite({ serviceUrl: "http://localhost:3000", appUrl: "http://localhost:3004" });
const PROXY = "127.0.0.8";
const STRANGER = "127.0.0.7";
const CLIENT = "203.0.113.7";
const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

/**
 * A server that answers each request with the IP address of its client, and the warnings that its
 * surface has logged.
 */
async function openWorld(trustProxy?: readonly string[]) {
  const warnings: unknown[] = [];
  const logger: Logger = {
    debug() {},
    info() {},
    error() {},
    warn: (event, fields) => void warnings.push([event, fields]),
  };
  const auth = createAuth({
    store: createSqliteStore(":memory:"),
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    logger,
  });
  const surface = createSurface({ auth, site, ...(trustProxy && { trustProxy }) });
  const server = createServer((incoming, response) =>
    response.end(String(surface.read(incoming).peer.ipAddress)),
  );
  open.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const bound = server.address();
  if (typeof bound !== "object" || bound === null) throw new Error("It listens on no port.");
  const { port } = bound;

  /** What a peer is answered. @param from The loopback IP address to ask from. */
  const ask = (from: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      httpRequest({ host: "127.0.0.1", port, headers, localAddress: from })
        .on("response", (answer) => resolve(text(answer)))
        .on("error", reject)
        .end();
    });
  return { ask, warnings };
}

describe("a surface that trusts a proxy", () => {
  it("takes the client from what that proxy says, and from nobody else", async () => {
    const { ask } = await openWorld([PROXY]);
    expect(await ask(PROXY, { "x-forwarded-for": CLIENT })).toBe(CLIENT);
    expect(await ask(STRANGER, { "x-forwarded-for": CLIENT })).toBe(STRANGER);
  });

  it("says nothing of what that proxy forwards, nor of those who forward nothing", async () => {
    const { ask, warnings } = await openWorld([PROXY]);
    await ask(PROXY, { "x-forwarded-for": CLIENT });
    await ask(PROXY, { forwarded: `for=${CLIENT}` });
    await ask(PROXY);
    await ask(STRANGER);
    expect(warnings).toEqual([]);
  });

  it.each([
    ["X-Forwarded-For", { "x-forwarded-for": CLIENT }],
    ["Forwarded", { forwarded: `for=${CLIENT}` }],
    ["both headers", { "x-forwarded-for": CLIENT, forwarded: `for=${CLIENT}` }],
  ])("warns once that %s of another peer counts nothing", async (_what, headers) => {
    const { ask, warnings } = await openWorld([PROXY]);
    await ask(STRANGER, headers);
    await ask(STRANGER, headers);
    await ask("127.0.0.9", headers);
    expect(warnings).toEqual([["forwarded_header_ignored", { peer: STRANGER }]]);
  });
});

it.each([
  ["without a list of proxies", undefined],
  ["with an empty list of proxies", []],
])(
  "a surface %s warns of a peer that forwards, and takes it for the client",
  async (_what, list) => {
    const { ask, warnings } = await openWorld(list);
    expect(await ask(PROXY, { "x-forwarded-for": CLIENT })).toBe(PROXY);
    expect(warnings).toEqual([["forwarded_header_ignored", { peer: PROXY }]]);
  },
);

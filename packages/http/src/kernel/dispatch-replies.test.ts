import { createAuth } from "@acme/auth-core";
import { DEFAULT_BRAND } from "@acme/auth-core/surface";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { stringContaining } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { codeIn } from "../../test/reply-body.js";
import { html } from "../pages/html.js";
import { showPage } from "../pages/pages.js";
import { isUserWrite } from "../site/families.js";
import { createSite } from "../site/site.js";
import { createDispatch } from "./dispatch.js";
import type { HttpReply, HttpRequest } from "./http-message.js";
import { type AnyRoute, route } from "./route.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const named = { ...site, appName: "Acme", brand: DEFAULT_BRAND };

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}

function requestFor(
  { method: own, path }: AnyRoute,
  { headers = {}, method = own, body }: SendOptions,
): HttpRequest {
  const all: Readonly<Record<string, string>> =
    body === undefined
      ? headers
      : { "content-type": "application/json", "content-length": String(body.length), ...headers };
  const raw = body === undefined ? null : { bytes: new TextEncoder().encode(body) };
  const peer = { ipAddress: "192.0.2.1", network: "192.0.2.1" };
  return {
    method,
    path,
    query: "",
    peer,
    header: (name) => all[name],
    readBody: () => Promise.resolve(raw),
  };
}

async function openWorld() {
  const store = await openMemoryStore();
  const auth = createAuth({
    store,
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    ports: {
      clock: createFixedClock(),
      random: createSeededRandom(),
      scheduler: createManualScheduler(),
    },
  });
  const breaches: Error[] = [];
  const { dispatch } = createDispatch({
    auth,
    site,
    sections: [],
    isUserWrite,
    onBreach: (breach) => breaches.push(breach),
  });
  const send = (route: AnyRoute, options: SendOptions = {}) =>
    dispatch({ route, params: {} }, requestFor(route, options));
  return { send, breaches };
}

const headersOf = ({ headers }: HttpReply) =>
  Object.fromEntries(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]!]] : [])),
  );

const common = {
  summary: "Do something",
  description: "Do something.",
  returns: "x",
  access: "anyone",
  limit: "auth-ip",
  status: 200,
  refuses: [],
} as const;
const open = {
  ...common,
  method: "GET",
  path: "/api/auth/open",
  reply: () => z.strictObject({ ok: z.literal(true) }),
} as const;
const ok = route({ ...open, handle: async () => ({ body: { ok: true as const } }) });

describe("a reply", () => {
  it("has the headers of every reply, and a request id of its own", async () => {
    const { send } = await openWorld();
    const [first, second] = [headersOf(await send(ok)), headersOf(await send(ok))];
    expect(first).toMatchObject({
      "Cache-Control": "no-store",
      "Content-Type": "application/json; charset=utf-8",
      Vary: "Origin",
    });
    expect(first).not.toHaveProperty("Access-Control-Allow-Origin");
    expect(first["X-Request-Id"]).not.toBe(second["X-Request-Id"]);
  });

  it("names each header once, cookies apart", async () => {
    const { send } = await openWorld();
    const signedOut = route({
      ...open,
      handle: async () => ({ body: { ok: true as const }, session: null }),
    });
    const reply = await send(signedOut, { headers: { origin: "https://app.example.com" } });
    const names = reply.headers
      .filter((_, index) => index % 2 === 0)
      .map((name) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(reply.cookies.map((cookie) => cookie.split("=", 1)[0])).toEqual([
      "__Host-session",
      "active-org",
    ]);
    expect(headersOf(reply)).toMatchObject({
      "Access-Control-Allow-Origin": "https://app.example.com",
    });
  });

  it("may be empty, or a page", async () => {
    const { send } = await openWorld();
    const empty = route({
      ...open,
      status: 204,
      reply: () => z.null(),
      handle: async () => ({ body: null }),
    });
    expect(await send(empty)).toMatchObject({ status: 204, body: null });
    expect(headersOf(await send(empty))).not.toHaveProperty("Content-Type");
    const page = showPage({ title: "Hi", content: html`<p>there</p>` }, named);
    const shown = route({
      ...open,
      page: "always",
      reply: () => z.never(),
      handle: async () => ({ page }),
    });
    expect(await send(shown)).toMatchObject({ status: 200, cookies: [], body: page.body });
    expect(headersOf(await send(shown))).toMatchObject({
      "Content-Type": "text/html; charset=utf-8",
      "Referrer-Policy": "no-referrer",
    });
    expect(await send(shown, { method: "HEAD" })).toMatchObject({ status: 200, body: null });
  });

  it("may be a page that says a link is dead", async () => {
    const { send, breaches } = await openWorld();
    const dead = route({
      ...open,
      page: "always",
      deadLinkPage: true,
      reply: () => z.never(),
      handle: async () => ({
        page: showPage({ title: "Dead", content: html`` }, named),
        status: 400,
      }),
    });
    expect(await send(dead)).toMatchObject({
      status: 400,
      body: stringContaining("<h1>Dead</h1>"),
    });
    expect(breaches).toEqual([]);
  });

  it("is a breach when it is a page, a status of a page or a redirect that the route does not declare", async () => {
    const { send, breaches } = await openWorld();
    const page = showPage({ title: "Dead", content: html`` }, named);
    await send(route({ ...open, handle: async () => ({ page }) }));
    await send(
      route({
        ...open,
        page: "always",
        reply: () => z.never(),
        handle: async () => ({ page, status: 400 }),
      }),
    );
    await send(
      route({
        ...open,
        redirects: 302,
        handle: async () => ({ redirect: "https://app.example.com/", status: 303 }),
      }),
    );
    expect(breaches.map(({ message }) => message.replace(/^\S+ \S+ /, ""))).toEqual([
      "answers a page that it does not declare",
      "answers a page that it does not declare",
      "answers 303, which it does not declare",
    ]);
  });

  it.each([302, 303] as const)(
    "may send the browser elsewhere, with %i and the headers of every reply",
    async (status) => {
      const { send, breaches } = await openWorld();
      const elsewhere = route({
        ...open,
        redirects: status,
        handle: async () => ({
          redirect: "https://app.example.com/?token=a",
          status,
          session: null,
        }),
      });
      const reply = await send(elsewhere);
      expect(reply).toMatchObject({
        status,
        body: null,
        cookies: [
          expect.stringMatching(/^__Host-session=;/),
          expect.stringMatching(/^active-org=;/),
        ],
      });
      expect(headersOf(reply)).toMatchObject({
        Location: "https://app.example.com/?token=a",
        "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "Cache-Control": "no-store",
      });
      expect(headersOf(reply)).not.toHaveProperty("Content-Type");
      expect(breaches).toEqual([]);
    },
  );
});

describe("a form", () => {
  const form = (own: Partial<AnyRoute>) =>
    route({
      ...common,
      method: "POST",
      path: "/api/auth/form",
      body: () => z.object({ token: z.string() }),
      reply: () => z.strictObject({ token: z.string(), isForm: z.boolean() }),
      ...(own.forms && { forms: own.forms }),
      handle: async ({ body, isForm }) => ({ body: { token: body.token, isForm } }),
    });
  const pressed = {
    headers: { "content-type": "application/x-www-form-urlencoded", origin: site.serviceOrigin },
    body: "token=a%2Bb",
  };

  it("is distinguished from JSON where a route accepts both", async () => {
    const { send } = await openWorld();
    expect((await send(form({ forms: "too" }), pressed)).body).toBe(
      '{"token":"a+b","isForm":true}',
    );
    expect((await send(form({ forms: "too" }), { body: '{"token":"a"}' })).body).toBe(
      '{"token":"a","isForm":false}',
    );
  });

  it("comes from a page of the service, or is refused, though the front end's origin is allowed", async () => {
    const { send, breaches } = await openWorld();
    for (const origin of ["https://app.example.com", "null"]) {
      const reply = await send(form({ forms: "only" }), {
        ...pressed,
        headers: { ...pressed.headers, origin },
      });
      expect([reply.status, codeIn(reply)]).toEqual([403, "INVALID_ORIGIN"]);
    }
    expect(breaches).toEqual([]);
  });

  it("is refused where none is taken, and JSON where nothing else is", async () => {
    const { send, breaches } = await openWorld();
    const refused = [
      await send(form({}), pressed),
      await send(form({ forms: "only" }), { body: '{"token":"a"}' }),
    ];
    expect(refused.map((reply) => [reply.status, codeIn(reply)])).toEqual(
      Array(2).fill([415, "UNSUPPORTED_MEDIA_TYPE"]),
    );
    expect(breaches).toEqual([]);
  });
});

describe("the client of a request", () => {
  const agentOf = route({
    ...open,
    reply: () => z.string().nullable(),
    handle: async ({ client }) => ({ body: client.userAgent }),
  });

  it.each([
    ["whole", "test/1.0", "test/1.0"],
    ["whole up to 512 characters", "x".repeat(512), "x".repeat(512)],
    ["cut off behind them", "x".repeat(513), "x".repeat(512)],
    ["cut off, however long it is", "y".repeat(12_000), "y".repeat(512)],
  ])("is known by its name, %s", async (_how, sent, kept) => {
    const { send } = await openWorld();
    expect((await send(agentOf, { headers: { "user-agent": sent } })).body).toBe(
      JSON.stringify(kept),
    );
  });

  it("need not say what it is", async () => {
    const { send } = await openWorld();
    expect((await send(agentOf)).body).toBe("null");
  });
});

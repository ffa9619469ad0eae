import { createAuth } from "@acme/auth-core";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createHttpSurface } from "./http-surface.js";
import type { HttpReply } from "./kernel/http-message.js";
import { createSite } from "./site/site.js";
import type { WellKnown } from "./site/well-known.js";

const APP = "https://app.example.com";
const site = createSite({ serviceUrl: "https://api.example.com", appUrl: `${APP}/start` });
const RELATED = ["https://example.co.uk", "https://shop.example.net:8443"];
const ALL: Required<WellKnown> = {
  relatedOrigins: RELATED,
  passkeyEnrollUrl: `${APP}/passkeys/new`,
  passkeyManageUrl: `${APP}/passkeys#list`,
  changePasswordUrl: `${APP}/password`,
};
const WEBAUTHN = "/.well-known/webauthn";
const ENDPOINTS = "/.well-known/passkey-endpoints";
const PASSWORD = "/.well-known/change-password";

async function openWorld(wellKnown?: WellKnown, { standalone = false, requests = 1_000 } = {}) {
  const auth = createAuth({
    store: await openMemoryStore(),
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    policy: { readRequestsPerClient: requests },
    ports: {
      clock: createFixedClock(),
      random: createSeededRandom(),
      scheduler: createManualScheduler(),
    },
  });
  const breaches: Error[] = [];
  const surface = createHttpSurface({
    auth,
    site,
    standalone,
    ...(wellKnown && { wellKnown }),
    onBreach: (breach) => breaches.push(breach),
  });
  const ask = async (path: string, method = "GET", sent: Readonly<Record<string, string>> = {}) =>
    surface.answer({
      method,
      path,
      query: "",
      peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
      header: (name) => sent[name],
      readBody: () => Promise.resolve(null),
    });
  return { ask, breaches, surface };
}

const textOf = ({ body }: HttpReply): string | null =>
  body instanceof Uint8Array ? new TextDecoder().decode(body) : (body as string | null);
const headersOf = ({ headers }: HttpReply): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]!]] : [])),
  );

describe("the documents below /.well-known/", () => {
  it("say what is configured, to everyone, for an hour", async () => {
    const { ask, breaches } = await openWorld(ALL);
    const foreign = { origin: "https://stranger.example", cookie: "session=x" };
    for (const [path, content] of [
      [WEBAUTHN, { origins: [APP, ...RELATED] }],
      [ENDPOINTS, { enroll: `${APP}/passkeys/new`, manage: `${APP}/passkeys#list` }],
    ] as const) {
      const reply = (await ask(path, "GET", foreign))!;
      expect(reply.status).toBe(200);
      expect(JSON.parse(textOf(reply)!)).toEqual(content);
      expect(reply.cookies).toEqual([]);
      const headers = headersOf(reply);
      expect(headers).toMatchObject({
        "Cache-Control": "public, max-age=3600",
        "Content-Type": "application/json",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "X-Content-Type-Options": "nosniff",
      });
      expect(Object.keys(headers).filter((name) => /access-control|location/i.test(name))).toEqual(
        [],
      );
      expect(await ask(path, "HEAD")).toMatchObject({ status: 200, body: null });
    }
    const redirect = (await ask(PASSWORD))!;
    expect(redirect).toMatchObject({ status: 302, cookies: [], body: null });
    expect(headersOf(redirect)).toMatchObject({
      Location: `${APP}/password`,
      "Cache-Control": "public, max-age=3600",
    });
    expect(breaches).toEqual([]);
  });

  it.each([WEBAUTHN, ENDPOINTS, PASSWORD])("%s answers no other method", async (path) => {
    const { ask } = await openWorld(ALL);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const reply = (await ask(path, method))!;
      expect(reply.status).toBe(405);
      expect(headersOf(reply)["Allow"]).toBe("GET, HEAD, OPTIONS");
    }
  });

  it.each([
    [WEBAUTHN, { relatedOrigins: RELATED }],
    [ENDPOINTS, { passkeyManageUrl: `${APP}/passkeys` }],
    [PASSWORD, { changePasswordUrl: `${APP}/password` }],
  ])("%s alone is answered where only it is configured", async (only, wellKnown) => {
    const { ask } = await openWorld(wellKnown);
    for (const path of [WEBAUTHN, ENDPOINTS, PASSWORD, "/.well-known/", `${only}/`, `${only}x`]) {
      const reply = await ask(path);
      if (path === only) expect(reply?.status).toBeLessThan(400);
      else expect(reply, path).toBeNull();
    }
  });

  it("are left to the application without any, and 404 where nothing else is served", async () => {
    const none = await openWorld();
    expect(await none.ask(WEBAUTHN)).toBeNull();
    expect(none.surface.families).toEqual([]);
    const alone = await openWorld({ relatedOrigins: [] }, { standalone: true });
    for (const path of [WEBAUTHN, ENDPOINTS, PASSWORD, "/.well-known/anything"])
      expect((await alone.ask(path))?.status, path).toBe(404);
  });

  it("name the endpoints that are given, and no other", async () => {
    const { ask } = await openWorld({ passkeyEnrollUrl: `${APP}/new` });
    expect(JSON.parse(textOf((await ask(ENDPOINTS))!)!)).toEqual({ enroll: `${APP}/new` });
  });

  it("are limited like what only reads, and a refusal is not kept", async () => {
    const { ask } = await openWorld(ALL, { requests: 2 });
    await ask(WEBAUTHN);
    await ask(PASSWORD);
    const refused = (await ask(ENDPOINTS))!;
    expect(refused.status).toBe(429);
    expect(headersOf(refused)["Cache-Control"]).toBe("no-store");
  });

  it("are not mounted where no request for them arrives", async () => {
    const { surface } = await openWorld(ALL);
    expect(surface.families).toEqual(["/.well-known/"]);
  });

  it.each([
    { relatedOrigins: ["https://example.net/path"] },
    { relatedOrigins: ["https://example.net?a"] },
    { relatedOrigins: ["http://example.net"] },
    { relatedOrigins: ["https://192.0.2.1"] },
    { relatedOrigins: ["https://[2001:db8::1]"] },
    { relatedOrigins: ["https://ada@example.net"] },
    { relatedOrigins: ["example.net"] },
    { relatedOrigins: ["https://*.example.net"] },
    { relatedOrigins: ["https://example.net", "https://EXAMPLE.net/"] },
    { relatedOrigins: [APP] },
    { relatedOrigins: Array.from({ length: 21 }, (_, at) => `https://s${at}.example.net`) },
    { passkeyEnrollUrl: "http://app.example.com/new" },
    { passkeyManageUrl: "/account" },
    { changePasswordUrl: "javascript:alert(1)" },
  ])("are refused at the start: %o", async (wellKnown) => {
    await expect(openWorld(wellKnown)).rejects.toThrow(TypeError);
  });

  it("take twenty origins, and those of this machine over http", async () => {
    const relatedOrigins = [
      "http://localhost:3005",
      ...Array.from({ length: 19 }, (_, at) => `https://s${at}.example.net`),
    ];
    const { ask } = await openWorld({ relatedOrigins });
    expect(JSON.parse(textOf((await ask(WEBAUTHN))!)!)).toEqual({
      origins: [APP, ...relatedOrigins],
    });
  });
});

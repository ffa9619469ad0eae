import { createServer } from "node:http";
import { portOf } from "@acme/auth-testing/port-of";
import { parseJson } from "@acme/auth-testing/read-json";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { checkDocumentsAt, checkWellKnown } from "../src/commands/doctor-well-known.js";
import { type ComposedServer, startComposed } from "./composed-server.js";

const RELATED_ORIGINS = "https://example.net,https://example.co.uk";
const ORIGINS = ["https://example.net", "https://example.co.uk"];
const PASSWORD = "https://app.example.com/password";
const SETTINGS = {
  RELATED_ORIGINS,
  TRUSTED_ORIGINS: RELATED_ORIGINS,
  PASSKEY_ENROLL_URL: "https://app.example.com/passkeys/new",
  CHANGE_PASSWORD_URL: PASSWORD,
};
const NONSENSE = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";

let running: ComposedServer | null = null;
const started = async (settings: Readonly<Record<string, string>> = {}) =>
  (running = await startComposed(settings));
afterEach(async () => {
  await running?.close();
  running = null;
});

describe("the reference server", () => {
  it("answers the documents that are configured", async () => {
    const server = await started(SETTINGS);
    const webauthn = await server.send("/.well-known/webauthn");
    expect(webauthn.status).toBe(200);
    expect(webauthn.headers["content-type"]).toBe("application/json");
    expect(parseJson(webauthn.body, "object")).toEqual({
      origins: ["http://localhost:3004", ...ORIGINS],
    });
    const endpoints = await server.send("/.well-known/passkey-endpoints");
    expect(parseJson(endpoints.body, "object")).toEqual({
      enroll: "https://app.example.com/passkeys/new",
    });
    const password = await server.send("/.well-known/change-password");
    expect([password.status, password.headers.location]).toEqual([302, PASSWORD]);
    for (const { headers } of [webauthn, endpoints, password]) {
      expect(headers["cache-control"]).toBe("public, max-age=3600");
      expect(headers["set-cookie"]).toBeUndefined();
    }
    expect((await server.send(NONSENSE)).status).toBe(404);
    const html = await server.send(NONSENSE, { accept: "text/html" });
    expect(html.status).toBe(404);
  });

  it("answers none that is not, and with its pages those of the pages", async () => {
    const server = await started();
    for (const name of ["webauthn", "passkey-endpoints", "change-password"])
      expect((await server.send(`/.well-known/${name}`)).status).toBe(404);
    await running?.close();
    const pages = await started({ PAGES: "on" });
    const at = (path: string) => `http://localhost:3000${path}`;
    expect((await pages.send("/.well-known/webauthn")).status).toBe(404);
    const endpoints = await pages.send("/.well-known/passkey-endpoints");
    expect(parseJson(endpoints.body, "object")).toEqual({
      enroll: at("/account/security/passkeys/new"),
      manage: at("/account/security#passkeys"),
    });
    expect((await pages.send("/.well-known/change-password")).headers.location).toBe(
      at("/account/security/password"),
    );
    expect((await pages.send(NONSENSE, { accept: "text/html" })).status).toBe(404);
  });
});

const configOf = (url: string) => ({
  appUrl: url,
  rpId: "127.0.0.1",
  relatedOrigins: ORIGINS,
  passkeyEnrollUrl: SETTINGS.PASSKEY_ENROLL_URL,
  passkeyManageUrl: null,
  changePasswordUrl: PASSWORD,
});

interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly location?: string;
  readonly body?: unknown;
}

/** What a host answers that serves everything right, but for some paths. */
async function hostWith(changed: (url: string) => Readonly<Record<string, Reply>>) {
  const server = createServer((request, response) => {
    const url = `http://127.0.0.1:${portOf(server)}`;
    const right: Readonly<Record<string, Reply>> = {
      "/.well-known/webauthn": { body: { origins: [url, ...ORIGINS] } },
      "/.well-known/passkey-endpoints": { body: { enroll: SETTINGS.PASSKEY_ENROLL_URL } },
      "/.well-known/change-password": { status: 302, location: PASSWORD },
    };
    const reply = { ...right, ...changed(url) }[request.url ?? ""] ?? { status: 404 };
    response.statusCode = reply.status ?? 200;
    if (reply.location) response.setHeader("location", reply.location);
    response.setHeader("content-type", reply.type ?? "application/json");
    response.end(JSON.stringify(reply.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}`;
}

describe("the doctor", () => {
  it("finds documents that are as they are configured, and asks for no others", async () => {
    const url = await hostWith(() => ({}));
    const found = await checkWellKnown(configOf(url));
    expect(found.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok"]);
    const none = { relatedOrigins: null, passkeyEnrollUrl: null, changePasswordUrl: null };
    expect(await checkWellKnown({ ...configOf(url), ...none })).toEqual([]);
    expect(await checkDocumentsAt(new URL(url))).toMatchObject([{ status: "ok" }]);
  });

  it.each<readonly [string, (url: string) => Readonly<Record<string, Reply>>, RegExp]>([
    ["a redirect", () => ({ "/.well-known/webauthn": { status: 301, location: "/" } }), /301/],
    ["another type", () => ({ "/.well-known/webauthn": { type: "text/html" } }), /text\/html/],
    [
      "a missing origin",
      (url) => ({ "/.well-known/webauthn": { body: { origins: [url, ORIGINS[0]] } } }),
      /does not list https:\/\/example\.co\.uk$/,
    ],
    ["no list", () => ({ "/.well-known/webauthn": { body: { origins: "all" } } }), /does not list/],
    ["no object", () => ({ "/.well-known/webauthn": { body: 1 } }), /is no JSON object/],
    [
      "another page",
      () => ({ "/.well-known/passkey-endpoints": { body: { enroll: "https://x.example" } } }),
      /another enroll$/,
    ],
    [
      "no document",
      () => ({ "/.well-known/passkey-endpoints": { status: 404 } }),
      /answers 404, and not 200$/,
    ],
    ["no redirect", () => ({ "/.well-known/change-password": {} }), /leads nowhere$/],
    [
      "another way",
      () => ({ "/.well-known/change-password": { status: 302, location: "/login" } }),
      /leads elsewhere/,
    ],
    ["an answer to everything", () => ({ [NONSENSE]: {} }), /answers 200, and not 404/],
  ])("finds %s", async (_, changed, text) => {
    const found = await checkWellKnown(configOf(await hostWith(changed)));
    const problems = found.filter(({ status }) => status === "problem");
    expect(problems).toHaveLength(1);
    expect(problems[0]?.text).toMatch(text);
    expect(problems[0]?.advice).toMatch(/\.$/);
  });

  it("says where nothing answers", async () => {
    const found = await checkWellKnown(configOf("http://127.0.0.1:9"));
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["problem"]));
  });

  it("asks a deployment whose configuration it does not know whether browsers take them", async () => {
    const missing = await hostWith(() => ({
      "/.well-known/webauthn": { status: 404 },
      "/.well-known/passkey-endpoints": { status: 404 },
      "/.well-known/change-password": { status: 404 },
    }));
    expect(await checkDocumentsAt(new URL(missing))).toMatchObject([{ status: "ok" }]);
    const broken = await hostWith(() => ({
      "/.well-known/webauthn": { status: 301, location: "/" },
      "/.well-known/change-password": {},
      [NONSENSE]: {},
    }));
    expect((await checkDocumentsAt(new URL(broken))).map(({ status }) => status)).toEqual([
      "problem",
      "problem",
      "problem",
    ]);
  });
});

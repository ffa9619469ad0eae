import { createFixedClock, createInbox, createSeededRandom } from "@acme/auth-testing";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "./agent.js";
import { type ComposedServer, startComposed } from "./composed-server.js";
import { authenticatorOn, register } from "./passkeys.js";
import { SEND_CODE, SIGN_IN_BY_CODE } from "./service.js";
import { atEach, paths } from "./surface/every-path.js";

/** With the same front end, so that nothing differs but who answers there. */
const SETTINGS = { APP_URL: "http://localhost:3000", AUTH_IP_LIMIT: "0", WORKER: "off" };
const HOST = { host: "localhost:3000", origin: "http://localhost:3000" };
const PROGRAM = { ...HOST, accept: "application/json" };

/** Challenges are drawn alike. */
const ports = () => ({ clock: createFixedClock(), random: createSeededRandom() });

let without: ComposedServer;
let beside: ComposedServer;
beforeAll(async () => {
  without = await startComposed(SETTINGS, { ports: ports() });
  beside = await startComposed({ ...SETTINGS, PAGES: "on" }, { ports: ports() });
});
afterAll(() => Promise.all([without.close(), beside.close()]));

interface Message {
  readonly method?: string;
  readonly body?: string;
}

/**
 * A mailed page, without what pages add: the theme that a browser has chosen, and where its button
 * leads in the one front end.
 */
const withoutTarget = (html: string): string =>
  html
    .replace(/(<html [^>]*) data-theme="system"/, "$1")
    .replaceAll(/(class="button primary wide"\s+href="http:\/\/localhost:3000\/)[\w/-]*"/g, '$1"');

/** What a server answers, without what differs from request to request. */
async function answered(
  server: ComposedServer,
  path: string,
  headers: Readonly<Record<string, string>>,
  message: Message,
) {
  const reply = await server.send(path, headers, message);
  const { date: _date, "x-request-id": _requestId, ...stable } = reply.headers;
  if (!stable["content-type"]?.startsWith("text/html")) return { ...reply, headers: stable };
  const { "content-length": _length, ...others } = stable;
  return { ...reply, headers: others, body: withoutTarget(reply.body) };
}

async function expectSame(
  path: string,
  headers: Readonly<Record<string, string>> = PROGRAM,
  message: Message = {},
): Promise<void> {
  const expected = await answered(without, path, headers, message);
  expect(await answered(beside, path, headers, message)).toEqual(expected);
}

const JSON_BODY = { ...PROGRAM, "content-type": "application/json" };

describe("beside pages", () => {
  it("every route answers a stranger's program as it does without them, to the byte but for where a button leads", async () => {
    expect(paths.length).toBeGreaterThan(100);
    await atEach(paths, ({ route: { method }, path }) =>
      method === "GET"
        ? expectSame(path)
        : expectSame(path, JSON_BODY, { method, body: method === "DELETE" ? "" : "{}" }),
    );
  });

  it("every path refuses foreign pages, other methods and other types as it does without them", async () => {
    await atEach(paths, async ({ route: { method }, path }) => {
      await expectSame(path, { ...PROGRAM, origin: "https://attacker.example" });
      await expectSame(
        path,
        { ...PROGRAM, "access-control-request-method": method },
        {
          method: "OPTIONS",
        },
      );
      await expectSame(
        path,
        { ...PROGRAM, "content-type": "text/plain" },
        {
          method: method === "PUT" ? "PATCH" : "PUT",
          body: "{}",
        },
      );
    });
  });

  it("a browser finds documents, health and unknown paths of the API as it does without them", async () => {
    const browser = { ...HOST, accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const known = ["/docs", "/api/v1/openapi.json", "/healthz", "/readyz"];
    const unknown = ["/api/auth/nothing", "/api/v1/nothing", "/api/auth/"];
    await expectOfEach([...known, ...unknown], String, (path) => expectSame(path, browser));
    await expectOfEach(
      [...known, ...unknown, "/docs/", "/API/auth/methods", "/nothing"],
      String,
      (path) => expectSame(path),
    );
  });

  it("the documents show none of theirs", async () => {
    const { body } = await beside.send("/api/v1/openapi.json", PROGRAM);
    expect(body).not.toContain('"/sign-in"');
    expect((await beside.send("/sign-in", { ...HOST, accept: "text/html" })).status).toBe(200);
    expect((await without.send("/sign-in", { ...HOST, accept: "text/html" })).status).toBe(404);
  });

  it("a front end at the default address may call, while no other is named", async () => {
    const server = await startComposed({ PAGES: "on", APP_HOME_URL: "http://localhost:8080" });
    const allowed = async (origin: string) =>
      (await server.send("/api/auth/get-session", { ...PROGRAM, origin })).headers[
        "access-control-allow-origin"
      ];
    const origins = ["http://localhost:3000", "http://localhost:3004", "http://localhost:8080"];
    for (const origin of origins) expect(await allowed(origin), origin).toBe(origin);
    expect(await allowed("http://localhost:3005")).toBeUndefined();
    await server.close();
  });

  it.each([
    ["http://localhost:3000", {}, 200],
    ["http://localhost:3004", {}, 200],
    ["http://localhost:3005", {}, 400],
    ["http://localhost:3004", { APP_URL: "http://localhost:3000" }, 400],
  ])("a passkey of %s with %j is answered with %i", async (origin, settings, status) => {
    const inbox = createInbox();
    const server = await startComposed({ PAGES: "on", ...settings }, { mailer: inbox });
    const agent = createAgent({ url: server.url, from: "127.0.0.1" });
    await agent.post(SEND_CODE, { email: "ada@example.com", type: "sign-in" });
    const otp = await vi.waitFor(() => inbox.codeFor("ada@example.com"), { timeout: 20_000 });
    await agent.post(SIGN_IN_BY_CODE, { email: "ada@example.com", otp });
    expect((await register(agent, authenticatorOn({ origin }))).status).toBe(status);
    await server.close();
  });
});

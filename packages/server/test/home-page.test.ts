import { afterEach, describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { readConfig } from "../src/config/config.js";
import { greeting } from "../src/starting/greeting.js";
import { type ComposedServer, PRODUCTION, startComposed } from "./composed-server.js";
import { SECRET } from "./service.js";

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("the page at /", () => {
  let server: ComposedServer;
  afterEach(() => server.close());

  it("tells a developer's browser what runs and where to read on", async () => {
    server = await startComposed();
    const { status, headers, body } = await server.send("/", BROWSER);
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toContain("default-src 'none'; style-src 'sha256-");
    for (const word of [
      "Acme",
      manifest.version,
      "SQLite",
      "password, mailed code, magic link, passkey<",
      'href="/docs"',
      "/dev/inbox",
      "does not start it",
    ])
      expect(body).toContain(word);
  });

  it("has the name and links only in production", async () => {
    server = await startComposed({ ...PRODUCTION, APP_NAME: "<Plums>" });
    const { status, body: page } = await server.send("/", BROWSER);
    const body = page.replace(/<style>.*?<\/style>/s, "");
    expect(status).toBe(200);
    expect(body).toContain("&lt;Plums&gt;");
    expect(body).toContain('href="https://app.example.com"');
    for (const word of [
      manifest.version,
      "SQLite",
      "SMTP",
      "password",
      "/dev/inbox",
      "does not start it",
    ])
      expect(body).not.toContain(word);
  });

  it("has the brand, as the development inbox has", async () => {
    server = await startComposed({
      BRAND_COLOR: "#0F766E",
      BRAND_CORNERS: "round",
      BRAND_LOGO_URL: "http://localhost:3004/logo.svg?a=1&b=2",
    });
    for (const path of ["/", "/dev/inbox"]) {
      const { headers, body } = await server.send(path, BROWSER);
      for (const said of ["--fill:#0f766e;", "--corner:16px;", "logo.svg?a=1&amp;b=2"])
        expect(body, path).toContain(said);
      expect(headers["content-security-policy"], path).toContain(
        "; img-src data: http://localhost:3004; ",
      );
    }
  });

  it("is an unknown path to every other client", async () => {
    server = await startComposed();
    const reply = await server.send("/", { accept: "*/*" });
    expect([reply.status, reply.body]).toEqual([404, expect.stringContaining("NOT_FOUND")]);
    const posted = await server.send("/", BROWSER, { method: "POST" });
    expect(posted.status).toBe(404);
  });
});

describe("the page about the service, while pages are on", () => {
  let server: ComposedServer;
  afterEach(() => server.close());
  const LOCAL = { ...BROWSER, host: "localhost:3000" };

  it("is at /dev for a browser on this machine, and leads to the pages", async () => {
    server = await startComposed({ PAGES: "on" });
    const { status, body } = await server.send("/dev", LOCAL);
    expect(status).toBe(200);
    expect(body).toContain('<a href="http://localhost:3000">its own pages</a>');
    expect(body).toContain('href="/dev/inbox"');
    expect(body).not.toContain("does not start it");
    expect((await server.send("/dev/inbox", LOCAL)).body).toContain('<a href="/dev">Service</a>');
  });

  it("leaves / to people", async () => {
    server = await startComposed({ PAGES: "on" });
    const { status, headers } = await server.send("/", LOCAL);
    expect([status, headers.location]).toEqual([302, "/sign-in"]);
    expect((await server.send("/", { accept: "*/*" })).status).toBe(404);
  });

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    ["in production", { ...PRODUCTION, APP_URL: "" }, LOCAL],
    ["for a service with a public name", { SERVICE_AUTH_URL: "http://lan" }, LOCAL],
    ["for a foreign host", {}, { ...LOCAL, host: "attacker.example" }],
    ["behind a proxy", {}, { ...LOCAL, "x-forwarded-for": "127.0.0.1" }],
    ["for other clients", {}, { host: "localhost:3000", accept: "*/*" }],
  ])("is not there %s", async (_case, settings, headers) => {
    server = await startComposed({ ...settings, PAGES: "on" });
    expect((await server.send("/dev", headers)).status).toBe(404);
  });

  it("is at / alone while they are off", async () => {
    server = await startComposed();
    expect((await server.send("/dev", LOCAL)).status).toBe(404);
  });
});

describe("the greeting", () => {
  const of = (settings: Readonly<Record<string, string>> = {}) =>
    greeting(
      readConfig({
        SERVICE_AUTH_SECRET: SECRET,
        SERVICE_AUTH_URL: "http://localhost:4000",
        ...settings,
      }).config,
    )
      .trim()
      .split(/\n */);

  it("is four lines: service, reference, front end and mails", () => {
    expect(of()).toEqual([
      "Service    http://localhost:4000",
      "Reference  http://localhost:4000/docs",
      "Front end  http://localhost:3004, once you start it",
      "Mails      http://localhost:4000/dev/inbox",
    ]);
  });

  it("names the service as the front end that is there, while pages are on", () => {
    expect(of({ PAGES: "on" })[2]).toBe("Front end  http://localhost:4000");
  });

  it.each([
    [{ SMTP_URL: "smtp://localhost", MAIL_FROM: "a@b.example" }, /SMTP_URL/],
    [{ WORKER: "off" }, /auth-server worker/],
    [{ WEB_CONCURRENCY: "2" }, /standard output/],
  ])("says where mails are with %j", (settings, where) => {
    expect(of(settings)[3]).toMatch(where);
  });
});

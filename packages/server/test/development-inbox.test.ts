import { parseEmailAddress } from "@acme/auth-core";
import { createFixedClock } from "@acme/auth-testing";
import { anyString } from "@acme/auth-testing/matchers";
import { parseJson } from "@acme/auth-testing/read-json";
import { afterEach, describe, expect, it, vi } from "vitest";
import { codesAndLinks } from "../src/serving/inbox/codes-and-links.js";
import { createDevelopmentInbox, INBOX_CAPACITY } from "../src/serving/inbox/development-inbox.js";
import { hasInbox } from "../src/serving/inbox/where-mails-are.js";
import { type ComposedServer, PRODUCTION, startComposed } from "./composed-server.js";
import { SEND_CODE } from "./service.js";

const HOST = { host: "localhost:3000" };
const WAITS = { timeout: 20_000, interval: 20 };
const QUIET = { deliver: () => Promise.resolve() };

let server: ComposedServer;
afterEach(() => server.close());

/** Starts the server and has it mail a code. */
async function startWithMail(
  settings: Readonly<Record<string, string>> = {},
  peer?: string,
): Promise<void> {
  server = await startComposed(settings, { mailer: QUIET, ...(peer !== undefined && { peer }) });
  const body = JSON.stringify({ email: "ada@example.com", type: "sign-in" });
  const headers = { ...HOST, "content-type": "application/json" };
  await server.send(SEND_CODE, headers, { method: "POST", body });
}

const inbox = (headers: Readonly<Record<string, string>> = HOST) =>
  server.send("/dev/inbox", headers);

describe("the development inbox", () => {
  it("shows a mail with its code, as text and in a sandboxed frame", async () => {
    await startWithMail();
    const list = await vi.waitFor(async () => {
      const page = await inbox();
      expect(page.body).toContain("ada@example.com");
      return page;
    }, WAITS);
    const code = /class="code">(\d{6})</.exec(list.body)?.[1];
    const mail = await server.send("/dev/inbox/1", HOST);
    expect(mail.body).toContain(`${code}\n`);
    expect(mail.body).toMatch(/<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    const frame = await server.send("/dev/inbox/1?part=html", HOST);
    expect(frame.body).toContain(code);
    expect(frame.headers["content-security-policy"]).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/,
    );
    for (const page of [list, mail, frame])
      expect(page).toMatchObject({
        status: 200,
        headers: { "cache-control": "no-store", "x-request-id": anyString() },
      });
    expect((await server.send("/dev/inbox/2", HOST)).status).toBe(404);
  });

  it("renews itself every three seconds, where a mail can come", async () => {
    server = await startComposed();
    expect((await inbox()).headers).toMatchObject({ refresh: "3" });
    await server.close();
    server = await startComposed({ WORKER: "off" });
    expect((await inbox()).headers).not.toHaveProperty("refresh");
  });

  it("gives a program the mails with their codes and links, the newest first", async () => {
    await startWithMail();
    const request = { method: "POST", body: JSON.stringify({ email: "ada@example.com" }) };
    const headers = { ...HOST, "content-type": "application/json" };
    await server.send("/api/auth/sign-in/magic-link", headers, request);
    const { body } = await vi.waitFor(async () => {
      const reply = await server.send("/dev/inbox.json", HOST);
      expect(reply).toMatchObject({
        status: 200,
        headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
      });
      expect(JSON.parse(reply.body)).toHaveLength(2);
      return reply;
    }, WAITS);
    const listed = parseJson(body, [
      { id: "number", to: "string", subject: "string", codes: ["string"], links: ["string"] },
    ]);
    expect(listed.map(({ id, to }) => [id, to])).toEqual([
      [2, "ada@example.com"],
      [1, "ada@example.com"],
    ]);
    expect(listed.flatMap(({ codes }) => codes)).toEqual([expect.stringMatching(/^\d{6}$/)]);
    expect(listed.flatMap(({ links }) => links)).toEqual([
      expect.stringMatching(/^http:\/\/localhost:3000\/api\/auth\/magic-link\/verify\?token=/),
    ]);
    expect((await server.send("/dev/inbox.json", { host: "attacker.example" })).status).toBe(404);
    expect(
      (await server.send("/dev/inbox.json", { ...HOST, "x-forwarded-for": "127.0.0.1" })).status,
    ).toBe(404);
  });

  it.each(["localhost", "127.0.0.1:3000", "[::1]:3000", "auth.localhost:3000"])(
    "is there for the host %s",
    async (host) => {
      await startWithMail();
      expect((await inbox({ host })).status).toBe(200);
    },
  );

  it.each(["attacker.example", "localhost.attacker.example", "127.0.0.1.attacker.example", "a b"])(
    "is not there for the foreign host %s",
    async (host) => {
      await startWithMail();
      expect((await inbox({ host })).status).toBe(404);
      expect((await server.send("/dev/inbox/1", { host })).status).toBe(404);
    },
  );

  it.each([
    ["forwarded", "for=127.0.0.1"],
    ["x-forwarded-for", "127.0.0.1"],
    ["x-forwarded-host", "localhost"],
    ["x-forwarded-proto", "http"],
    ["x-real-ip", "127.0.0.1"],
    ["via", "1.1 proxy"],
  ])("is not there behind a proxy that sends %s", async (name, value) => {
    await startWithMail();
    expect((await inbox({ ...HOST, [name]: value })).status).toBe(404);
  });

  it.each(["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1"])(
    "is not there for the machine %s",
    async (peer) => {
      await startWithMail({}, peer);
      expect((await inbox()).status).toBe(404);
    },
  );

  it.each(["::1", "::ffff:127.0.0.1"])("is there for this machine as %s", async (peer) => {
    await startWithMail({}, peer);
    expect((await inbox()).status).toBe(200);
  });

  it("is not there in production, even on this machine", async () => {
    await startWithMail({ ...PRODUCTION, SERVICE_AUTH_URL: "http://localhost:3000" });
    expect((await inbox()).status).toBe(404);
    const printing = {
      smtpUrl: null,
      serviceAuthUrl: "http://localhost:3000",
      webConcurrency: 1,
      worker: "embedded",
    } as const;
    expect(hasInbox({ ...printing, production: true })).toBe(false);
  });

  it("is not there for a service with a public name, whatever its proxy sends", async () => {
    await startWithMail({
      NODE_ENV: "development",
      SERVICE_AUTH_URL: "https://staging.example.com",
    });
    expect((await inbox()).status).toBe(404);
  });

  it("is not there while mails are sent by SMTP", async () => {
    await startWithMail({ SMTP_URL: PRODUCTION.SMTP_URL, MAIL_FROM: PRODUCTION.MAIL_FROM });
    expect((await inbox()).status).toBe(404);
  });

  it("says where the mails are when another process has them", async () => {
    await startWithMail({ WORKER: "off" });
    expect((await inbox()).body).toContain("auth-server worker");
  });
});

describe("what the inbox keeps", () => {
  const mail = (subject: string) => ({
    to: parseEmailAddress("ada@example.com")!,
    subject,
    text: "",
    html: "",
    messageId: "<1@x>",
  });

  it("is the newest hundred mails", async () => {
    const kept = createDevelopmentInbox(createFixedClock());
    const mailer = kept.keeping(QUIET);
    for (let number = 1; number <= INBOX_CAPACITY + 2; number++)
      await mailer.deliver(mail(`${number}`));
    expect(INBOX_CAPACITY).toBe(100);
    expect(kept.list()).toHaveLength(100);
    expect(kept.list()[0]).toMatchObject({ id: 102, subject: "102" });
    expect(kept.find(2)).toBeNull();
  });

  it("is nothing of a mail that could not be printed", async () => {
    const kept = createDevelopmentInbox(createFixedClock());
    const mailer = kept.keeping({ deliver: () => Promise.reject(new Error("EPIPE")) });
    await expect(mailer.deliver(mail("lost"))).rejects.toThrow("EPIPE");
    expect(kept.list()).toEqual([]);
  });
});

it("the codes and links of a mail are those that stand alone on a line", () => {
  const text =
    "Your code:\n\n047421\n\nSign in:\nhttps://a.example/x?token=1\n\nOr 123456, not https://b.example";
  expect(codesAndLinks(text)).toEqual([
    { code: "047421" },
    { link: "https://a.example/x?token=1", label: "Sign in" },
  ]);
});

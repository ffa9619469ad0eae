import type { HttpReply } from "@acme/auth-http";
import { Browser, plainText, type ShownPage } from "@acme/auth-pages/testing";
import { createFixedClock, createInbox, type Inbox, linkIn } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import { afterEach, expect, it, vi } from "vitest";
import { createAgent } from "../agent.js";
import { type ComposedServer, startComposed } from "../composed-server.js";
import { SEND_CODE, SIGN_IN_BY_CODE } from "../service.js";
import { FORM } from "../surface/browser-requests.js";
import { LINK } from "../surface/sign-in-doors.js";
import { codeAt, ENABLE, VERIFY_TOTP } from "./enrolled.js";

const ADA = "ada@example.com";
const NEW = "/account/security/second-factor/new";
const WAITS = { timeout: 20_000, interval: 20 };
const SERVICE = { NODE_ENV: "development", SERVICE_AUTH_URL: "https://auth.example.com" };

let server: ComposedServer;
afterEach(() => server.close());

/** What a server answers, as the surface alone would. */
const answeredBy = (composed: ComposedServer): ConstructorParameters<typeof Browser>[0] => ({
  async answer({ method, path, query, headers, bytes }): Promise<HttpReply> {
    const sent = Object.entries<string | undefined>({ host: "auth.example.com", ...headers });
    const given = sent.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
    const body = Buffer.from(bytes ?? []).toString();
    const target = query === "" ? path : `${path}?${query}`;
    const reply = await composed.send(target, Object.fromEntries<string>(given), { method, body });
    const { "set-cookie": cookies = [], ...others } = reply.headers;
    const pairs = Object.entries(others).map(([name, value]) => [name, String(value)]);
    return { status: reply.status ?? 0, headers: pairs.flat(), cookies, body: reply.body };
  },
});

/** Starts the server, and lets a person sign in by the mailed codes of the pages. */
async function startPages(settings: Readonly<Record<string, string>> = {}) {
  const [inbox, clock] = [createInbox(), createFixedClock(new Date())];
  server = await startComposed(
    { ...SERVICE, PAGES: "on", ...settings },
    { mailer: inbox, ports: { clock } },
  );
  const browser = new Browser(answeredBy(server));
  async function signIn(): Promise<ShownPage> {
    const before = inbox.mails.length;
    const form = await browser.submit(await browser.open("/sign-in"), "/sign-in", { email: ADA });
    const code = await vi.waitFor(() => {
      const mails = inbox.mails.slice(before).map(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1]);
      return mails.find((found) => found !== undefined) ?? Promise.reject(new Error("no code"));
    }, WAITS);
    return browser.submit(form, "/sign-in/code", { code });
  }
  const welcome = await signIn();
  if (welcome.url === "/welcome")
    await browser.submit(welcome, "/welcome", { name: "Ada", choice: "later" });
  return { browser, clock, inbox, signIn };
}

/** Waits for the mailed link, and returns where it leads. */
const mailedLink = (inbox: Inbox): Promise<URL> =>
  vi.waitFor(() => {
    const mail = inbox.mails.findLast(({ text }) => text.includes(LINK));
    return mail ? new URL(linkIn(mail)) : Promise.reject(new Error("no link"));
  }, WAITS);

const keyOn = ({ html }: ShownPage): string =>
  plainText(/<pre[^>]* id="totp-key"[^>]*>(.*?)<\/pre>/s.exec(html)?.[1] ?? "").replaceAll(" ", "");

it("a user who has enrolled on the pages is asked there, and a right code leads on", async () => {
  const { browser, clock, inbox, signIn } = await startPages();
  expect((await browser.open("/account/security")).html).toContain(`href="${NEW}"`);
  const scan = await browser.submit(await browser.open(NEW), NEW, { method: "totp" });
  const app = `otpauth://totp/Acme:ada?secret=${keyOn(scan)}`;
  await browser.submit(scan, NEW, { code: codeAt(app, clock.now()) });
  browser.cookies.clear();
  clock.advance(60_000);
  const asked = await signIn();
  expect(asked.url).toBe("/second-factor");
  expect([...browser.cookies.keys()]).not.toContain("__Host-session");
  const done = await browser.submit(asked, "/second-factor", { code: codeAt(app, clock.now()) });
  expect([done.status, done.url]).toEqual([200, "/account"]);

  browser.cookies.clear();
  clock.advance(60_000);
  const callbackURL = "https://auth.example.com/account/activity";
  await browser.ask("POST", "/api/auth/magic-link/send", {
    headers: { "content-type": "application/json", origin: "https://auth.example.com" },
    body: JSON.stringify({ email: ADA, callbackURL }),
  });
  const { pathname, search } = await mailedLink(inbox);
  const led = await browser.submit(await browser.open(pathname + search), LINK);
  expect(led.url).toBe("/second-factor");
  const through = await browser.submit(led, "/second-factor", { code: codeAt(app, clock.now()) });
  expect([through.status, through.url]).toEqual([200, "/account/activity"]);
});

it("the pages of a second factor that is off are not there", async () => {
  const { browser } = await startPages({ SECOND_FACTOR: "off" });
  expect((await browser.open("/account/security")).html).not.toContain("second-factor");
  expect((await browser.open(NEW)).status).toBe(404);
  expect((await browser.open("/second-factor")).status).toBe(404);
});

it.each([
  [{}, "http://localhost:3004/second-factor"],
  [
    { SECOND_FACTOR_URL: "http://localhost:3005/two", TRUSTED_ORIGINS: "http://localhost:3005" },
    "http://localhost:3005/two",
  ],
])("without pages a mailed link leads to the page of the front end, with %j", async (own, page) => {
  const [inbox, clock] = [createInbox(), createFixedClock(new Date())];
  server = await startComposed(own, { mailer: inbox, ports: { clock } });
  const agent = createAgent({ url: server.url });
  await agent.post(SEND_CODE, { email: ADA, type: "sign-in" });
  const otp = await vi.waitFor(() => inbox.codeFor(ADA), WAITS);
  await agent.post(SIGN_IN_BY_CODE, { email: ADA, otp });
  const { body } = await agent.post(ENABLE, {});
  const { totpURI } = readJson(body, { totpURI: "string" });
  const confirmed = await agent.post(VERIFY_TOTP, { code: codeAt(totpURI, clock.now()) });
  expect(confirmed.status).toBe(200);

  const visitor = createAgent({ url: server.url });
  const callbackURL = "http://localhost:3004/home";
  await visitor.post("/api/auth/magic-link/send", { email: ADA, callbackURL });
  const token = (await mailedLink(inbox)).searchParams.get("token") ?? "";
  const form = new URLSearchParams({ token, callbackURL });
  const headers = { ...FORM, origin: "http://localhost:3000" };
  const reply = await visitor.send(LINK, { method: "POST", headers, body: form.toString() });
  expect([reply.status, reply.headers.location]).toEqual([303, page]);
  expect([...visitor.cookies.keys()]).toEqual(["pending-sign-in"]);
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInbox } from "@acme/auth-testing";
import { addVirtualAuthenticator } from "@acme/auth-testing/playwright";
import { portOf } from "@acme/auth-testing/port-of";
import { readJson } from "@acme/auth-testing/read-json";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Agent, createAgent } from "../agent.js";
import { type ComposedServer, startComposed } from "../composed-server.js";
import {
  AUTHENTICATION_OPTIONS,
  REGISTER_OPTIONS,
  VERIFY_AUTHENTICATION,
  VERIFY_REGISTRATION,
} from "../passkeys.js";
import { SEND_CODE, SIGN_IN_BY_CODE } from "../service.js";
import { launchChromium } from "./chromium.js";
import { passOn } from "./front-end.js";

const APP = "https://app.example.com";
const RELATED = "https://shop.example.net";
const STRANGER = "https://shop.example.org";
const EMAIL = "ada@example.com";

const folder = mkdtempSync(join(tmpdir(), "related-"));
const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
const inbox = createInbox();
let composed: ComposedServer;
let browser: Browser;
let agent: Agent;

/** Every host of the world: a page, and the service's documents on that of the relying party. */
const world = () =>
  createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, response) => {
    if (incoming.headers.host === "example.com" && incoming.url?.startsWith("/.well-known/"))
      return passOn(composed.url, incoming, response);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      '<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">',
    );
  });
let hosts: ReturnType<typeof world>;

beforeAll(async () => {
  // prettier-ignore
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=example.com", "-addext", "subjectAltName=DNS:example.com,DNS:*.example.com,DNS:*.example.net,DNS:*.example.org"], { stdio: "ignore" });
  composed = await startComposed(
    {
      NODE_ENV: "development",
      SERVICE_AUTH_URL: "https://auth.example.com",
      APP_URL: APP,
      RP_ID: "example.com",
      RELATED_ORIGINS: RELATED,
      TRUSTED_ORIGINS: RELATED,
    },
    { mailer: inbox },
  );
  hosts = world();
  await new Promise<void>((resolve) => hosts.listen(0, "127.0.0.1", resolve));
  browser = await launchChromium([
    `--host-resolver-rules=MAP *:443 127.0.0.1:${portOf(hosts)}`,
    "--ignore-certificate-errors",
  ]);
  agent = createAgent({ url: composed.url });
});
afterAll(async () => {
  await browser.close();
  hosts.closeAllConnections();
  hosts.close();
  await composed.close();
  rmSync(folder, { recursive: true });
});

async function signIn(): Promise<void> {
  await agent.post(SEND_CODE, { email: EMAIL, type: "sign-in" });
  await expect.poll(() => inbox.mails.length).toBeGreaterThan(0);
  await agent.post(SIGN_IN_BY_CODE, { email: EMAIL, otp: inbox.codeFor(EMAIL) });
}

/** The ceremony on a page, in the browser's own words. */
const ceremony = (page: Page, kind: "create" | "get", options: unknown): Promise<unknown> =>
  page.evaluate(`(async () => {
    const parse = PublicKeyCredential.parse${kind === "create" ? "Creation" : "Request"}OptionsFromJSON;
    const publicKey = parse(${JSON.stringify(options)});
    return (await navigator.credentials.${kind}({ publicKey })).toJSON();
  })()`);

const asked = async (path: string): Promise<unknown> =>
  readJson((await agent.post(path)).body, { challenge: "string" });

it("one passkey is used on two registrable domains, and on no third", async () => {
  await signIn();
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  const authenticator = await addVirtualAuthenticator(page, { present: false });
  await authenticator.attend(true);
  await page.goto(APP);
  const made = await ceremony(page, "create", await asked(REGISTER_OPTIONS));
  expect(await agent.post(VERIFY_REGISTRATION, { response: made })).toMatchObject({ status: 200 });

  await page.goto(RELATED);
  const used = await ceremony(page, "get", await asked(AUTHENTICATION_OPTIONS));
  expect(await agent.post(VERIFY_AUTHENTICATION, { response: used })).toMatchObject({
    status: 200,
    body: { user: { email: EMAIL } },
  });

  await page.goto(STRANGER);
  const options = await asked(AUTHENTICATION_OPTIONS);
  await expect(ceremony(page, "get", options)).rejects.toThrow("SecurityError");
});

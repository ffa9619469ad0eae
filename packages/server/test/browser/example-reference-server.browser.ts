import { readJson } from "@acme/auth-testing/read-json";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenIdServer, startOpenIdServer } from "../oauth/openid-provider.js";
import { launchChromium } from "./chromium.js";
import { type ExampleSite, startExampleSite } from "./example-site.js";
import { type Gateway, openGateway } from "./gateway.js";
import { createPerson, PASSWORD, type Person } from "./person.js";
import { type ReferenceServer, startReferenceServer } from "./reference-server.js";

/** Long enough to go on with what was interrupted on a loaded machine; short enough to wait for. */
const FRESH_SECONDS = 10;

let gateway: Gateway;
let site: ExampleSite;
let provider: OpenIdServer;
let server: ReferenceServer;
let browser: Browser;
beforeAll(async () => {
  gateway = await openGateway();
  const accounts = {
    grace: { email: "grace@provider.example", email_verified: true, name: "Grace Hopper" },
  };
  [site, provider, browser] = await Promise.all([
    startExampleSite(gateway.url),
    startOpenIdServer({ redirectUri: `${gateway.url}/api/auth/callback/idp`, accounts }),
    launchChromium(),
  ]);
  server = await startReferenceServer({
    SERVICE_AUTH_URL: gateway.url,
    APP_URL: site.origin,
    SESSION_FRESH_SECONDS: String(FRESH_SECONDS),
    IDP_ISSUER: provider.issuer,
    IDP_NAME: "Acme ID",
    IDP_CLIENT_ID: provider.clientId,
    IDP_CLIENT_SECRET: provider.clientSecret,
  });
  gateway.leadTo(server.url);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), provider.stop(), site.stop(), gateway.stop()]);
});

const arrive = async (): Promise<Person> =>
  createPerson(await browser.newContext(), { origin: site.origin, serviceUrl: gateway.url });

/** What the server says of the session that the person's browser holds. */
async function sessionOf({ context }: Person) {
  const reply = await context.request.get(`${gateway.url}/api/auth/get-session`);
  return readJson(await reply.json(), { session: { id: "string", authenticatedAt: "string" } })
    .session;
}

/** Waits until the session has grown stale, then wants a passkey: the dialog is open. */
async function interrupt(person: Person): Promise<void> {
  await person.goTo("Security");
  const { authenticatedAt } = await sessionOf(person);
  const staleAt = Date.parse(authenticatedAt) + FRESH_SECONDS * 1_000;
  await expect
    .poll(() => Date.now(), { timeout: FRESH_SECONDS * 2_000 })
    .toBeGreaterThanOrEqual(staleAt);
  await person.authenticator.attend(true);
  await person.press("Add a passkey");
  await person.page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
  expect(await person.authenticator.passkeys()).toEqual([]);
}

it.each([
  [
    "the password",
    async (person: Person) => {
      await person.page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(PASSWORD);
      await person.press("Continue");
    },
  ],
  [
    "a mailed link",
    async (person: Person) => {
      const { email, page } = person;
      // The first mail was the one that verifies the address.
      await server.mailedLink(email);
      await person.press("Email me a link");
      await page.goto(await server.mailedLink(email));
      await page.getByRole("button").click();
    },
  ],
])(
  "a session that grows stale by the clock on the wall is renewed by %s, and the passkey is added and signs in",
  async (_way, authenticate) => {
    const person = await arrive();
    await person.signUp();
    const before = await sessionOf(person);
    await interrupt(person);
    await authenticate(person);
    await person.section("Passkeys").getByText("The passkey is added.").waitFor();
    const after = await sessionOf(person);
    expect(after.id).toBe(before.id);
    expect(after.authenticatedAt > before.authenticatedAt).toBe(true);
    expect(await person.authenticator.passkeys()).toHaveLength(1);

    await person.authenticator.attend(false);
    await person.signOut();
    await person.authenticator.offered();
    await person.authenticator.attend(true);
    await person.press("Use a passkey");
    await person.sees("Profile");
    expect((await sessionOf(person)).id).not.toBe(before.id);
    await person.context.close();
  },
);

it("the provider that the environment names signs in", async () => {
  const person = await arrive();
  const { page } = person;
  await person.open("/");
  await person.press("Continue with Acme ID");
  await page.getByPlaceholder("Enter any login").fill("grace");
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await person.sees("Profile");
  await person
    .section("Email address")
    .getByText("grace@provider.example", { exact: true })
    .waitFor();
  await person.context.close();
});

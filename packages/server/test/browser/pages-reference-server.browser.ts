import { readJson } from "@acme/auth-testing/read-json";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenIdServer, startOpenIdServer } from "../oauth/openid-provider.js";
import { launchChromium } from "./chromium.js";
import { type Gateway, openGateway } from "./gateway.js";
import { agreeAtProvider, beWelcomed, SIGN_IN, signOut } from "./pages-steps.js";
import { createPerson, PASSWORD, type Person } from "./person.js";
import { type ReferenceServer, startReferenceServer } from "./reference-server.js";
import { PROVIDER_ACCOUNTS } from "./site-fixture.js";

/** Long enough to add what was interrupted on a loaded machine; short enough to wait for. */
const FRESH_SECONDS = 10;

let gateway: Gateway;
let provider: OpenIdServer;
let server: ReferenceServer;
let browser: Browser;
beforeAll(async () => {
  gateway = await openGateway();
  [provider, browser] = await Promise.all([
    startOpenIdServer({
      redirectUri: `${gateway.url}/api/auth/callback/idp`,
      accounts: PROVIDER_ACCOUNTS,
    }),
    launchChromium(),
  ]);
  server = await startReferenceServer({
    SERVICE_AUTH_URL: gateway.url,
    PAGES: "on",
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
  await Promise.all([server.stop(), provider.stop(), gateway.stop()]);
});

const arrive = async (): Promise<Person> =>
  createPerson(await browser.newContext({ locale: "en-US", reducedMotion: "reduce" }), {
    origin: gateway.url,
    serviceUrl: gateway.url,
    hasScript: true,
  });

/** What the server says of the session that the person's browser holds. */
async function sessionOf({ context }: Person) {
  const reply = await context.request.get(`${gateway.url}/api/auth/get-session`);
  return readJson(await reply.json(), { session: { id: "string", authenticatedAt: "string" } })
    .session;
}

it("a session that grows stale by the clock on the wall is renewed by the password, and the passkey is added and signs in", async () => {
  const person = await arrive();
  await person.comeSignedUp();
  const before = await sessionOf(person);
  await person.open("/account/security");
  const staleAt = Date.parse(before.authenticatedAt) + FRESH_SECONDS * 1_000;
  await expect
    .poll(() => Date.now(), { timeout: FRESH_SECONDS * 2_000 })
    .toBeGreaterThanOrEqual(staleAt);
  await person.follow("Add a passkey");
  await person.sees("Confirm it's you");
  await person.fillIn({ Password: PASSWORD });
  await person.press("Confirm");
  await person.sees("Add a passkey");
  await person.authenticator.attend(true);
  await person.press("Add a passkey");
  await person.sees("Security");
  const after = await sessionOf(person);
  expect(after.id).toBe(before.id);
  expect(after.authenticatedAt > before.authenticatedAt).toBe(true);
  expect(await person.authenticator.passkeys()).toHaveLength(1);

  await person.authenticator.attend(false);
  await signOut(person);
  await person.authenticator.offered();
  await person.authenticator.attend(true);
  await person.press("Use a passkey");
  await person.sees("Profile");
  expect((await sessionOf(person)).id).not.toBe(before.id);
  await person.context.close();
});

it("the provider that the environment names signs in", async () => {
  const person = await arrive();
  await person.open("/");
  await person.sees(SIGN_IN);
  await person.press("Continue with Acme ID");
  await agreeAtProvider(person.page, "grace");
  await beWelcomed(person);
  await person.sees("Profile");
  await person.page.getByRole("main").getByText(PROVIDER_ACCOUNTS.grace.email).waitFor();
  await person.context.close();
});

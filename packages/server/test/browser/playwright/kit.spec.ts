import { env } from "node:process";
import { createSite } from "@acme/auth-http";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { type AuthFixtures, authFixtures, openBrowserKit } from "@acme/auth-testing/playwright";
import { expect as impatient, test as base } from "@playwright/test";

const { SERVICE_URL = "", DATABASE = "", SECRET = "" } = env;
const CHROMIUM = env["CHROMIUM"] || "/usr/bin/chromium";
/** A busy machine is slow. */
const expect = impatient.configure({ timeout: 30_000 });
const kit = openBrowserKit({
  site: createSite({ serviceUrl: SERVICE_URL, pages: "/" }),
  store: createSqliteStore(DATABASE),
  secret: SECRET,
});
const test = base.extend<AuthFixtures, { readonly closing: null }>({
  ...authFixtures(kit),
  closing: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what it needs.
    async ({}, use) => {
      await use(null);
      await kit.close();
    },
    { scope: "worker", auto: true },
  ],
});
test.use({
  baseURL: SERVICE_URL,
  locale: "en-US",
  launchOptions: { executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] },
});

test("a user is signed in without signing in", async ({ page, signInAs }) => {
  await signInAs({ email: "ada@example.com", name: "Ada Lovelace" });
  await page.goto("/account");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ada Lovelace");
});

test("a mailed code is read from the inbox", async ({ page, inbox }) => {
  await page.goto("/sign-in");
  await page.getByLabel("Email address").fill("grace@example.com");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  const code = page.getByLabel("Code", { exact: true });
  await code.waitFor();
  await code.fill(await inbox.codeFor("grace@example.com"));
  await expect(page.getByRole("heading", { name: "What should we call you?" })).toBeVisible();
});

test("a passkey is registered by the authenticator", async ({ page, signInAs, authenticator }) => {
  await signInAs("barbara@example.com");
  await page.goto("/account/security");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect.poll(() => authenticator.passkeys()).toHaveLength(1);
});

/** Leaves the document, which is busy until it is gone: what it is asked meanwhile ends with it. */
const LEAVE_BUSY = `setTimeout(() => {
  location.assign("/sign-in");
  const end = Date.now() + 300;
  while (Date.now() < end);
})`;

test("an offer is waited for while a page is left", async ({ page, authenticator }) => {
  await authenticator.attend(false);
  await page.goto("/forgot-password");
  await page.evaluate(LEAVE_BUSY);
  await authenticator.offered();
});

test("a page that asks for nothing hears it from the browser", async ({ page, authenticator }) => {
  await authenticator.attend(true);
  await page.goto("/forgot-password");
  const refused = page.evaluate(`navigator.credentials.get().catch(({ name }) => name)`);
  expect(await refused).toBe("NotSupportedError");
});

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { complaintsIn, launchChromium } from "./chromium.js";
import { type Gateway, openGateway } from "./gateway.js";
import { type ReferenceServer, startReferenceServer } from "./reference-server.js";

let gateway: Gateway;
let server: ReferenceServer;
let browser: Browser;
beforeAll(async () => {
  [gateway, browser] = await Promise.all([openGateway(), launchChromium()]);
  server = await startReferenceServer({ SERVICE_AUTH_URL: gateway.url });
  gateway.leadTo(server.url);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), gateway.stop()]);
});

it("the viewer shows the reference, asks no other host, and violates no policy", async () => {
  const context = await browser.newContext();
  const complaints = complaintsIn(context);
  const asked: string[] = [];
  context.on("request", (request) => void asked.push(request.url()));
  const page = await context.newPage();
  // From a page of the server, as developers come: the browser fades from one to the other.
  await page.goto(`${gateway.url}/`);
  await page.getByRole("link", { name: "Reference" }).click();
  await page.getByRole("heading", { name: "Acme Auth API" }).waitFor();
  expect(await page.title()).toBe("Acme Auth API");
  await page.getByText("Email one-time code").first().click();
  await page.getByText("/api/auth/email-otp/sign-in").first().waitFor();
  const rail = page.getByRole("complementary");
  expect(await rail.getByText("Sign in with code").count()).toBe(1);
  expect(await rail.getByText("(alias").count()).toBe(0);
  expect(asked.filter((url) => !url.startsWith(gateway.url) && !url.startsWith("data:"))).toEqual(
    [],
  );
  expect(asked).toContain(`${gateway.url}/api/v1/openapi.json`);
  expect(complaints.filter((text) => !/^(warning|info|log|debug)/.test(text))).toEqual([]);
  await context.close();
});

it("without script the generated page is read instead", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${gateway.url}/docs`);
  await page.waitForURL(`${gateway.url}/docs?plain`);
  await page.getByRole("link", { name: "Passkeys", exact: true }).click();
  await page.waitForURL(`${gateway.url}/docs?plain#passkeys`);
  await context.close();
});

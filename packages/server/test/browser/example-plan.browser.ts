import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchChromium } from "./chromium.js";
import { found, goToPage } from "./example-organization.js";
import { type ExampleSite, startExampleSite } from "./example-site.js";
import { type Gateway, openGateway } from "./gateway.js";
import { createPerson } from "./person.js";
import { type ReferenceServer, startReferenceServer } from "./reference-server.js";

// The sample of an application's own module belongs to the reference server: nothing else has
// plans.
let gateway: Gateway;
let site: ExampleSite;
let server: ReferenceServer;
let browser: Browser;
beforeAll(async () => {
  gateway = await openGateway();
  [site, browser] = await Promise.all([startExampleSite(gateway.url), launchChromium()]);
  server = await startReferenceServer({ SERVICE_AUTH_URL: gateway.url, APP_URL: site.origin });
  gateway.leadTo(server.url);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), site.stop(), gateway.stop()]);
});

it("the plan of an organization is shown, changed and kept, whichever organization another tab works in", async () => {
  const person = await createPerson(await browser.newContext(), {
    origin: site.origin,
    serviceUrl: gateway.url,
  });
  await person.comeSignedUp();
  await found(person, "Thrifty");
  await goToPage(person, "Settings");
  await person.section("Plan").getByText("Free", { exact: true }).first().waitFor();
  const elsewhere = await person.context.newPage();
  await elsewhere.goto(`${site.origin}/organizations`);
  await elsewhere.getByLabel("Name of the organization", { exact: true }).fill("Lavish");
  await elsewhere.getByRole("button", { name: "Create organization" }).click();
  await elsewhere.getByRole("heading", { level: 1, name: "Lavish" }).waitFor();
  await elsewhere.getByRole("link", { name: "Settings", exact: true }).click();

  await person.page.getByLabel("New plan", { exact: true }).selectOption("business");
  await person.press("Change plan");
  await person.section("Plan").getByText("The plan is changed.").waitFor();
  const planOf = (page: Page) =>
    page.getByRole("region", { name: "Plan" }).locator("strong").innerText();
  expect(await planOf(person.page)).toBe("Business");
  await elsewhere.reload();
  await elsewhere.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  expect(await planOf(elsewhere)).toBe("Free");
  await person.open("/organizations");
  await person.press("Switch to Thrifty (thrifty)");
  await person.sees("Thrifty");
  await goToPage(person, "Settings");
  expect(await planOf(person.page)).toBe("Business");
});

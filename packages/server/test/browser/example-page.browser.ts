import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { accessibilityFaults } from "./accessibility.js";
import { launchChromium } from "./chromium.js";
import { startExampleSite } from "./example-site.js";
import { type Gateway, openGateway } from "./gateway.js";
import { overhang } from "./painted-page.js";
import { createPerson, type Person } from "./person.js";
import { type ReferenceServer, startReferenceServer } from "./reference-server.js";
import type { FrontEndSite } from "./site-fixture.js";

// A page on another origin than the service. The plans are the application's own, of the reference
// server's sample.
let gateway: Gateway;
let site: FrontEndSite;
let server: ReferenceServer;
let browser: Browser;
const people: Person[] = [];
beforeAll(async () => {
  gateway = await openGateway();
  [site, browser] = await Promise.all([startExampleSite(gateway.url), launchChromium()]);
  server = await startReferenceServer({ SERVICE_AUTH_URL: gateway.url, APP_URL: site.origin });
  gateway.leadTo(server.url);
});
afterEach(async () => {
  const complaints = people.flatMap((person) => person.complaints);
  await Promise.all(people.splice(0).map(({ context }) => context.close()));
  // The browser notes every refusal.
  const refused = "error: Failed to load resource: the server responded with a status of 4";
  expect(complaints.filter((each) => !each.startsWith(refused))).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), site.stop(), gateway.stop()]);
});

async function visitor(options: BrowserContextOptions = {}): Promise<Person> {
  const person = await createPerson(await browser.newContext({ locale: "en-US", ...options }), {
    origin: site.origin,
    serviceUrl: gateway.url,
    hasScript: true,
  });
  people.push(person);
  await person.open("/");
  return person;
}

const signedInAs = ({ page, email }: Person) =>
  page.getByRole("definition").getByText(email, { exact: true }).waitFor();

async function signIn(person: Person): Promise<void> {
  await person.fillIn({ "Email address": person.email });
  await person.press("Email me a code");
  await person.hasFocusOn(person.page.getByLabel("Code", { exact: true }));
  await person.fillIn({ Code: await server.mailedCode(person.email) });
  await person.press("Sign in");
  await signedInAs(person);
}

it("the example page signs in by a code after a wrong one was refused, calls behind a permission, adds a passkey and signs in with it", async () => {
  const person = await visitor();
  const { page } = person;
  await person.fillIn({ "Email address": person.email });
  await person.press("Email me a code");
  const code = await server.mailedCode(person.email);
  await person.fillIn({ Code: code === "000000" ? "111111" : "000000" });
  await person.press("Sign in");
  const message = page.getByRole("status");
  await person.hasFocusOn(message);
  expect(await message.innerText()).toMatch(/code/i);
  await person.fillIn({ Code: code });
  await person.press("Sign in");
  await signedInAs(person);
  // No script sees the session.
  expect(await page.evaluate("document.cookie")).toBe("");

  await page.getByRole("button", { name: "Change plan" }).waitFor({ state: "hidden" });
  await person.fillIn({ "Name of your organization": "Thrifty" });
  await person.press("Create organization");
  await page.getByText("Thrifty (owner)").waitFor();
  const otherTab = await person.context.newPage();
  await otherTab.goto(site.origin);
  await otherTab.getByText("Thrifty (owner)").waitFor();
  await page.getByLabel("New plan").selectOption("business");
  await person.press("Change plan");
  await page.getByText("The plan is changed.").waitFor();
  await otherTab.reload();
  await otherTab.getByRole("definition").getByText("business").waitFor();

  await page.bringToFront();
  await person.authenticator.attend(true);
  await person.press("Add a passkey");
  await page.getByText("This device has a passkey now.").waitFor();
  await person.press("Sign out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await person.press("Use a passkey");
  await signedInAs(person);
});

it.each(["light", "dark"] as const)(
  "the example page can be used by all users and fits their windows, in %s",
  async (colorScheme) => {
    const person = await visitor({ colorScheme });
    const faults: string[] = [];
    const look = async () => {
      for (const width of [320, 1280]) {
        await person.page.setViewportSize({ width, height: 800 });
        faults.push(...(await accessibilityFaults(person.page)));
        const tooWide = await overhang(person.page);
        if (tooWide > 0) faults.push(`${tooWide} pixels too wide at ${width}`);
      }
    };
    await person.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await look();
    await signIn(person);
    await look();
    expect(faults).toEqual([]);
  },
);

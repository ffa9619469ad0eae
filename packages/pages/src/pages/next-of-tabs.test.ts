import { describe, expect, it } from "vitest";
import { ADA, enter } from "../../test/account-world.js";
import { openWorld } from "../../test/open-world.js";
import { passkeyDevice } from "../../test/passkeys.js";
import { comeBack, testProvider } from "../../test/provider.js";

const APP = "https://app.example.com";
const ORDERS = `/sign-in?next=${encodeURIComponent(`${APP}/orders`)}`;
const BILLS = `/sign-in?next=${encodeURIComponent(`${APP}/bills`)}`;

/** Ada is known, and in a first tab of a browser a sign-in is under way that leads to the orders. */
async function openTabs(options: Parameters<typeof openWorld>[0] = {}) {
  const world = await openWorld({ homeUrl: `${APP}/start`, ...options });
  const known = await enter(world, ADA);
  world.clock.advance(60_000);
  const browser = world.newBrowser();
  const first = await browser.submit(await browser.open(ORDERS), "/sign-in", { email: ADA });
  return { world, known, browser, first };
}

describe("a sign-in in a second tab", () => {
  it("leads to its own target, and the first tab still to that of its own", async () => {
    const { world, browser, first } = await openTabs();
    const second = await browser.submit(await browser.open(BILLS), "/sign-in", { email: ADA });
    const code = await world.codeFor(ADA);
    const done = await browser.submit(second, "/sign-in/code", { code });
    expect(done.location).toBe(`${APP}/bills`);
    const resent = await browser.submit(first, "/sign-in/code/resend");
    const late = { code: await world.codeFor(ADA) };
    expect((await browser.submit(resent, "/sign-in/code", late)).location).toBe(`${APP}/orders`);
  });

  it("leads home where it asked for nothing", async () => {
    const { world, browser } = await openTabs();
    const second = await browser.submit(await browser.open("/sign-in"), "/sign-in", {
      email: ADA,
    });
    const done = await browser.submit(second, "/sign-in/code", { code: await world.codeFor(ADA) });
    expect(done.location).toBe(`${APP}/start`);
  });

  it("by passkey leads to its own target, or home", async () => {
    const { browser, known } = await openTabs();
    const device = passkeyDevice();
    await device.add(known);
    for (const [start, end] of [
      ["/sign-in", `${APP}/start`],
      [BILLS, `${APP}/bills`],
    ] as const) {
      browser.cookies.delete("__Host-session");
      const page = await browser.open(start);
      const done = await browser.submit(page, "/sign-in/passkey", await device.use(browser));
      expect(done.location).toBe(end);
    }
  });

  it("leads on from /sign-in to what is asked for there, once signed in", async () => {
    const { browser, known } = await openTabs();
    for (const [name, value] of known.cookies)
      if (name.includes("session")) browser.cookies.set(name, value);
    expect((await browser.ask("GET", BILLS)).location).toBe(`${APP}/bills`);
    expect((await browser.ask("GET", "/sign-in")).location).toBe(`${APP}/start`);
  });
});

describe("a sign-in with a provider", () => {
  it("keeps the target over /welcome, and over a refusal", async () => {
    const auth = { identityProviders: [testProvider()] };
    const { browser } = await openTabs({ auth });
    const away = await browser.submit(await browser.open(BILLS), "/sign-in/with/idp");
    const refused = await comeBack(browser, away, { error: "access_denied" });
    const again = await browser.submit(refused, "/sign-in/with/idp");
    const welcome = await comeBack(browser, again, { code: "eve@example.com" });
    expect(welcome.url).toBe("/welcome");
    const done = await browser.submit(welcome, "/welcome", { name: "Eve", choice: "later" });
    expect(done.location).toBe(`${APP}/bills`);
  });
});

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserFixture } from "./fixture.js";
import { MAILED_PAGES, signUp } from "./mailed-links.js";
import { focusContrast, overhang, paintedTexts, paintOf } from "./painted-page.js";

const fixture = browserFixture();

const LONGEST_EMAIL = `${"an.address.that.does.not.end.".repeat(2)}really@${"x".repeat(60)}.${"subdomain-of-some-length.".repeat(4)}example.com`;

/** Every page there is: how a visitor comes to it. */
const PAGES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "the verification page": async (page) =>
    page.goto((await MAILED_PAGES["verification"]!.mail(fixture.service)).link),
  "the page that says it is verified": (page) => pressButtonOf("verification", page),
  "the change of address page": async (page) =>
    page.goto((await MAILED_PAGES["change of address"]!.mail(fixture.service)).link),
  "the page that says it was changed": (page) => pressButtonOf("change of address", page),
  "the page of a dead link": (page) =>
    page.goto(`${fixture.service.url}/api/auth/change-email/confirm?token=dead`),
  "the error page": (page) =>
    page.goto(`${fixture.service.url}/api/auth/error?error=state_mismatch`),
  "the documentation": (page) => page.goto(`${fixture.service.url}/docs`),
};

async function pressButtonOf(name: string, page: Page): Promise<void> {
  const { mail, done } = MAILED_PAGES[name]!;
  await page.goto((await mail(fixture.service)).link);
  await page.getByRole("button").click();
  await page.getByRole("heading", { name: done }).waitFor();
}

describe.each(Object.entries(PAGES))("%s", (name, open) => {
  it("has a language, a title, one heading of the first rank that says the same, and one main part", async () => {
    const { page } = await fixture.visitor();
    await open(page);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    expect(await page.locator("h1").allInnerTexts()).toEqual([await page.title()]);
    expect(await page.title()).not.toBe("");
    expect(await page.getByRole("main").count()).toBe(1);
  });

  it("loads nothing, runs no script, stores nothing and draws no complaint from the browser", async () => {
    const { page, context, complaints } = await fixture.visitor();
    const before = fixture.traffic.exchanges.length;
    await open(page);
    await page.waitForLoadState("networkidle");
    const asked = fixture.traffic.exchanges
      .slice(before)
      .filter(({ headers }) => headers["user-agent"] !== undefined);
    expect(asked.map((exchange) => exchange.headers["sec-fetch-dest"])).toEqual(
      asked.map(() => "document"),
    );
    expect(asked.length).toBe(name.includes("says") ? 2 : 1);
    expect(await page.evaluate<number>("performance.getEntriesByType('resource').length")).toBe(0);
    expect(
      await page
        .locator(
          "script, link:not([rel=icon][href^='data:']), img, iframe, object, embed, [style], [onclick], [onload]",
        )
        .count(),
    ).toBe(0);
    expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
    expect(complaints.filter((complaint) => !complaint.includes("status of 400"))).toEqual([]);
  });

  it.each(["light", "dark"] as const)(
    "can be read by all users, in %s: text stands out 4.5 to 1, what has the focus 3 to 1",
    async (colorScheme) => {
      const { page } = await fixture.visitor({ colorScheme });
      await open(page);
      const texts = await paintedTexts(page);
      expect(texts.length).toBeGreaterThan(2);
      expect(texts.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
      await page.keyboard.press("Tab");
      expect(await focusContrast(page)).toBeGreaterThanOrEqual(3);
      for (const link of await page.locator("a:not(.button)").all())
        expect(await paintOf(link, "textDecorationLine")).toBe("underline");
    },
  );

  it("fits a window 320, 390, 720, 800 and 1280 pixels wide", async () => {
    const { page } = await fixture.visitor();
    await open(page);
    for (const width of [320, 390, 720, 800, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      expect(await overhang(page), `${width} pixels`).toBe(0);
    }
  });
});

describe("a page with a button", () => {
  it("fits a narrow window with the longest of email addresses, under a button that a thumb can hit", async () => {
    const { page } = await fixture.visitor({ viewport: { width: 320, height: 720 } });
    const { link } = await signUp(fixture.service, { email: LONGEST_EMAIL });
    await page.goto(link);
    expect(await page.locator("strong").innerText()).toBe(LONGEST_EMAIL);
    expect(await overhang(page)).toBe(0);
    const button = (await page.getByRole("button").boundingBox())!;
    expect(button.height).toBeGreaterThanOrEqual(44);
    expect(button.x + button.width).toBeLessThanOrEqual(320);
  });

  it("keeps its button's outline where the reader's own colours replace the page's", async () => {
    const { page } = await fixture.visitor({ forcedColors: "active" });
    await page.goto((await signUp(fixture.service)).link);
    expect(await paintOf(page.getByRole("button"), "borderTopColor")).toMatch(/^rgb\(/);
  });

  it("lets nothing run, load or be sent elsewhere, whatever an attacker gets into it", async () => {
    const { page } = await fixture.visitor();
    await page.goto((await signUp(fixture.service)).link);
    const before = fixture.traffic.exchanges.length;
    const refused = await page.evaluate<readonly string[]>(`new Promise((resolve) => {
      const refused = new Set();
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        refused.add(effectiveDirective);
        if (refused.size === 8) resolve([...refused].sort());
      });
      const add = (name, attributes) => document.body.append(Object.assign(document.createElement(name), attributes));
      const elsewhere = "${fixture.front.hostileOrigin}/";
      add("script", { textContent: "document.title = 'hijacked'" });
      add("style", { textContent: "body { display: none }" });
      add("img", { src: elsewhere });
      add("iframe", { src: elsewhere });
      add("base", { href: elsewhere });
      fetch(elsewhere).catch(() => {});
      document.body.setAttribute("style", "display: none");
      document.forms[0].action = elsewhere;
      document.forms[0].submit();
    })`);
    expect(refused).toEqual([
      "base-uri",
      "connect-src",
      "form-action",
      "frame-src",
      "img-src",
      "script-src-elem",
      "style-src-attr",
      "style-src-elem",
    ]);
    expect(await page.evaluate<string>("document.title")).toBe("Confirm your email address");
    expect(
      await page.getByRole("heading", { name: "Confirm your email address" }).isVisible(),
    ).toBe(true);
    expect(fixture.traffic.exchanges.slice(before)).toEqual([]);
  });
});

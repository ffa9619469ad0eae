import { Secret } from "@acme/auth-core";
import { HOUR, MINUTE } from "@acme/auth-core/surface";
import {
  axeFaults as faultsOf,
  overhangOf,
  photograph,
  servedWorld,
  smallTargets,
  type Visitor,
} from "@acme/auth-pages/testing/browser";
import { afterAll, expect, it } from "vitest";
import { withFactor } from "../pages-world.js";
import { type App, appOf, STEP } from "../worlds.js";

type Page = Awaited<ReturnType<Visitor["context"]["newPage"]>>;

const served = servedWorld(await withFactor());
const ADA = "ada@example.com";
const WIDTHS = [320, 390, 1280];
const found: string[] = [];
afterAll(() => expect(found).toEqual([]));

/** The page as it is, in both themes and on every screen: nothing is wrong with it. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const at = `${name}-${colorScheme}-${width}`;
      for (const fault of await faultsOf(page)) found.push(`${at}: ${fault}`);
      if ((await overhangOf(page)) > 0) found.push(`${at} is wider than the window`);
      for (const target of await smallTargets(page)) found.push(`${at}: ${target}`);
      await photograph(page, `second-factor-${at}`);
    }
}

async function press(page: Page, action: string): Promise<void> {
  await Promise.all([
    page.waitForEvent("load"),
    page.locator(`form[action="${action}"] button[type=submit]`).first().click(),
  ]);
}

/** Types a code; the script sends it with its sixth digit. */
async function enter(page: Page, code: string): Promise<void> {
  await Promise.all([page.waitForEvent("load"), page.fill("input[name=code]", code)]);
}

/** Signs in by code, up to what comes after it. */
async function signIn(page: Page): Promise<void> {
  const { world } = served();
  await page.goto("/sign-in");
  await page.fill("input[name=email]", ADA);
  await press(page, "/sign-in");
  await world.auth.settle({ within: 10_000 });
  const texts = world.inbox.mails.filter(({ to }) => to === ADA).map(({ text }) => text);
  const codes = texts.flatMap((text) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? []);
  await enter(page, codes.at(-1) ?? "");
}

it("setting up, changing and turning off, in a browser with script", async () => {
  const { world } = served();
  const { context, complaints } = await served().visitor();
  const page = await context.newPage();
  await signIn(page);
  await page.waitForURL(/\/welcome/);
  await page.fill("input[name=name]", "Ada");
  await page.click("button[value=later]");
  await page.goto("/new-organization");
  await page.fill("input[name=name]", "Nordlicht");
  await press(page, "/new-organization");
  await page.goto("/account/security");
  await look(page, "security-off");
  await page.goto("/account/security/second-factor/new");
  await look(page, "begin");
  await press(page, "/account/security/second-factor/new");
  const key = (await page.textContent("#totp-key"))?.replaceAll(" ", "") ?? "";
  const app: App = appOf(new Secret(`otpauth://totp/Acme:ada?secret=${key}`));
  await look(page, "scan");
  // Without script the button is not shown, and its line takes no room.
  const line = "getComputedStyle(document.querySelector('.actions:has([data-copy])')).display";
  expect(await page.evaluate(line)).toBe("flex");
  await page.evaluate("document.querySelector('[data-copy]').hidden = true");
  expect(await page.evaluate(line)).toBe("none");
  await enter(page, "000000");
  await look(page, "scan-refused");
  expect(await page.locator("input[name=code]:focus").count()).toBe(1);
  await enter(page, app.codeAt(world.clock.now()));
  await page.waitForSelector("#recovery-codes");
  expect(await page.locator("[data-print]").isVisible()).toBe(true);
  await look(page, "codes");
  await page.emulateMedia({ media: "print" });
  await photograph(page, "second-factor-codes-print");
  await page.emulateMedia({ media: "screen" });
  await page.goto("/account/security");
  await look(page, "security-on");
  world.clock.advance(10 * MINUTE);
  await page.goto("/account/security/second-factor/codes");
  await look(page, "confirm");
  await enter(page, "000000");
  await look(page, "confirm-refused");
  await enter(page, app.codeAt(world.clock.now()));
  await look(page, "new-codes");
  await page.goto("/account/security/second-factor/remove");
  await look(page, "remove");
  await page.goto("/organizations/nordlicht/settings");
  await look(page, "settings");
  await page.goto("/organizations/nordlicht/settings/second-factor");
  await look(page, "require");
  await press(page, "/organizations/nordlicht/settings/second-factor");
  await look(page, "settings-required");

  const { context: elsewhere } = await served().visitor();
  const other = await elsewhere.newPage();
  world.clock.advance(STEP);
  await signIn(other);
  await other.waitForURL(/\/second-factor/);
  await look(other, "asked");
  await enter(other, "000000");
  await look(other, "asked-refused");
  await other.click("summary");
  await look(other, "asked-recovery-code");
  await other.goto("/second-factor/recovery");
  await look(other, "way-back");
  await press(other, "/second-factor/recovery");
  await look(other, "way-back-waits");
  await page.goto("/account");
  await look(page, "banner");
  world.clock.advance(72 * HOUR);
  await signIn(other);
  await other.goto("/second-factor/recovery");
  await look(other, "way-back-due");
  await press(other, "/second-factor/recovery");
  await other.goto("/organizations/nordlicht/members");
  await look(other, "needed");
  // Refusals, and what Chromium says when it is made narrower while a page still fades in.
  const expected = /status of 4\d\d|Viewport size changed/;
  const refused = complaints.filter((each) => !expected.test(each));
  expect(refused).toEqual([]);
  // 29 pages, each in two themes on three screens.
}, 400_000);

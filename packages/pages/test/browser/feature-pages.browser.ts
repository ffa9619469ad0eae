import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { planPages, plansFeature } from "../plans.js";
import { axeFaults, overhangOf, photograph } from "./document-browser.js";
import { servedWorld } from "./served-world.js";

const served = servedWorld({ features: [plansFeature()], pages: { features: [planPages] } });

const AT = "/organizations/nordlicht";

async function press(page: Page, action: string): Promise<void> {
  await Promise.all([
    page.waitForEvent("load"),
    page.locator(`form[action="${action}"] button[type=submit]`).last().click(),
  ]);
}

/** Signs in, and makes an organization. */
async function enter(page: Page): Promise<void> {
  const { world } = served();
  const email = "nora@example.com";
  await page.goto("/sign-in");
  await page.fill("input[name=email]", email);
  await press(page, "/sign-in");
  await page.fill("input[name=code]", await world.codeFor(email)).catch(() => null);
  await page.waitForURL(/\/welcome/);
  await page.goto("/new-organization");
  await page.fill("input[name=name]", "Nordlicht");
  await press(page, "/new-organization");
}

/** A page on a screen of that width: axe finds nothing, and nothing lies beside the window. */
async function look(page: Page, [name, path]: readonly [string, string], width: number) {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(path);
  expect(await axeFaults(page), `${name}, ${width}`).toEqual([]);
  expect(await overhangOf(page), `${name}, ${width}`).toBeLessThanOrEqual(0);
  await photograph(page, `feature-${name}-${width}`);
}

it("pages and sections of features are like those of the package, on every screen", async () => {
  const { context, complaints } = await served().visitor();
  const page = await context.newPage();
  await enter(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      await look(page, [`plan-${colorScheme}`, `${AT}/plan`], width);
      await look(page, [`settings-${colorScheme}`, `${AT}/settings`], width);
      await look(page, [`security-${colorScheme}`, "/account/security"], width);
    }
  }
  expect(complaints).toEqual([]);
  await context.close();
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE_PAGES } from "./example-pages.js";
import { openExampleStage, type ExampleStage } from "./example-stage.js";
import { namesOf, unnamed } from "./named-controls.js";
import { focusContrast, overhang, paintedTexts } from "./painted-page.js";

let stage: ExampleStage;
beforeAll(async () => {
  stage = await openExampleStage();
});
afterEach(() => stage.clear());
afterAll(() => stage.close());

const titles = new Map<string, string>();

describe.each(Object.entries(EXAMPLE_PAGES))("%s", (name, { open, refused = false }) => {
  it("can be found and named by a screen reader, and draws no complaint from the browser", async () => {
    const person = await stage.person();
    const { page, complaints } = person;
    await open(person, stage);
    await page.waitForLoadState("networkidle");
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    const [heading, ...others] = await page.locator("h1").allInnerTexts();
    expect(others).toEqual([]);
    expect(await page.title()).toBe(`${heading} · Acme`);
    expect(await page.getByRole("main").count()).toBe(1);
    expect(await unnamed(page)).toEqual([]);
    const names = await namesOf(page);
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((one, index) => names.indexOf(one) !== index)).toEqual([]);
    expect(complaints.filter((complaint) => !(refused && complaint.includes("status of 4")))).toEqual([]);
    titles.set(name, await page.title());
  });

  it("can be read by everybody and fits every window", async () => {
    const person = await stage.person({ reducedMotion: "reduce" });
    const { page } = person;
    await open(person, stage);
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("Tab");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const texts = await paintedTexts(page);
      expect(texts.length).toBeGreaterThan(4);
      expect(texts.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
      expect(await focusContrast(page)).toBeGreaterThanOrEqual(3);
    }
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      expect(await overhang(page), `${width} pixels`).toBe(0);
      for (const button of await page.getByRole("button").all()) expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
  });
});

it("pages that differ have titles that differ", () => {
  expect(titles.size).toBe(Object.keys(EXAMPLE_PAGES).length);
  const told = Object.entries(EXAMPLE_PAGES).flatMap(([name, { variantOf }]) => (variantOf ? [] : [titles.get(name)]));
  expect(new Set(told).size).toBe(told.length);
});

import { expect, it } from "vitest";
import { ORGANIZATION_PAGES } from "./example-organization-pages.js";
import { EXAMPLE_PAGES } from "./example-pages.js";
import { exampleFixture } from "./example-fixture.js";
import { namesOf, unnamed } from "./named-controls.js";
import { focusContrast, overhang, paintedTexts } from "./painted-page.js";

const PAGES = { ...EXAMPLE_PAGES, ...ORGANIZATION_PAGES };

const fixture = exampleFixture();

it.each(Object.entries(PAGES))(
  "%s can be found by its title, worked by names, read in light and dark, fits every window, and draws no complaint from the browser",
  async (_name, { title, open, noted }) => {
    const person = await fixture.person({ reducedMotion: "reduce" });
    const { page, complaints } = person;
    await open(person, fixture);
    await person.sees(title);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    expect(await page.locator("h1").allInnerTexts()).toEqual([title]);
    expect(await page.title()).toBe(`${title} · Acme`);
    expect(await page.getByRole("main").count()).toBe(1);
    const names = await namesOf(page);
    expect(names.length).toBeGreaterThan(1);
    expect(unnamed(names)).toEqual([]);
    expect(names.filter((one, index) => names.indexOf(one) !== index)).toEqual([]);

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
      for (const button of await page.getByRole("button").all())
        expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
    expect(
      complaints.filter((complaint) => noted === undefined || !complaint.startsWith(noted)),
    ).toEqual([]);
  },
);

it("pages that differ have titles that differ", () => {
  const titles = Object.values(PAGES).flatMap(({ title, isVariant = false }) =>
    isVariant ? [] : [title],
  );
  expect(new Set(titles).size).toBe(titles.length);
});

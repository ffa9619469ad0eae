import { gzipSync } from "node:zlib";
import type { Response } from "playwright-core";
import { expect, it } from "vitest";
import { accessibilityFaults } from "./accessibility.js";
import { exampleFixture } from "./example-fixture.js";
import { ORGANIZATION_PAGES } from "./example-organization-pages.js";
import { EXAMPLE_PAGES } from "./example-pages.js";
import { namesOf, unnamed } from "./named-controls.js";
import { focusContrast, overhang, paintedTexts, paintOf } from "./painted-page.js";

const PAGES = { ...EXAMPLE_PAGES, ...ORGANIZATION_PAGES };

const fixture = exampleFixture();

it.each(Object.entries(PAGES))(
  "%s can be found by its title, worked by names, read in light and dark, fits every window in both directions of writing, and draws no complaint from axe or the browser",
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
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      for (const direction of ["rtl", "ltr"]) {
        await page.evaluate(`document.documentElement.dir = "${direction}"`);
        expect(await overhang(page), `${width} pixels, ${direction}`).toBe(0);
      }
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

it("axe finds a fault that is put into a page", async () => {
  const person = await fixture.person();
  await person.open("/");
  await person.sees("Sign in");
  await person.page.evaluate(`document.querySelector("input").removeAttribute("id")`);
  expect((await accessibilityFaults(person.page)).join()).toContain("label at ");
});

it("a part of a page that is slow to load shows that it is on its way, after 300 ms", async () => {
  const person = await fixture.person();
  const { page } = person;
  await person.comeSignedUp();
  await page.route("**/list-sessions", () => undefined);
  await page.getByRole("link", { name: "Sessions & activity", exact: true }).click();
  const skeleton = person.section("Sessions").locator(".skeleton");
  await skeleton.waitFor({ state: "attached" });
  expect(await paintOf(skeleton, "animationDelay")).toBe("0.3s");
  await expect.poll(() => paintOf(skeleton, "opacity")).toBe("1");
});

it("all that a browser loads of the example takes at most 27 kB, gzipped", async () => {
  const person = await fixture.person();
  const replies = new Map<string, Response>();
  person.page.on("response", (reply) => {
    if (reply.url().startsWith(fixture.origin)) replies.set(reply.url(), reply);
  });
  await person.open("/");
  await person.sees("Sign in");
  const sizes = await Promise.all(
    [...replies.values()].map(async (reply) => gzipSync(await reply.body()).length),
  );
  expect(sizes.length).toBeGreaterThanOrEqual(4);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(27_000);
});

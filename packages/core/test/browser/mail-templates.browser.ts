import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderSamples } from "../sample-mails.js";

const PHONE = { width: 390, height: 844 };
const LOCALES = ["en", "de", "fr", "es", "ja"];
const ABOVE_FOOTER = "--";

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
});
afterAll(() => browser.close());

/** Without what sets texts apart: a table on the page, spaces and colons in the text. */
const unspaced = (text: string): string => text.replaceAll(/[\s:：]/g, "").toLowerCase();

describe.each(LOCALES)("on a phone, the mails of every template in %s", (locale) => {
  it("are no wider than the screen, and say as a page what they say as text", async () => {
    const page = await browser.newPage({ viewport: PHONE });
    const samples = await renderSamples(locale);
    expect(samples.length).toBeGreaterThan(25);
    for (const { name, text, html } of samples) {
      await page.setContent(html);
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect(width, name).toBeLessThanOrEqual(PHONE.width);
      const shown = unspaced(await page.locator("body").innerText());
      const lines = text.split("\n").filter((line) => line !== ABOVE_FOOTER);
      const unsaid = lines.filter((line) => !shown.includes(unspaced(line)));
      expect(unsaid, name).toEqual([]);
    }
    await page.close();
  });
});

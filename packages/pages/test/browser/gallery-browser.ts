import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { iconSvg } from "@acme/auth-http/pages-host";
import axe, { type AxeResults } from "axe-core";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { pagesStylesheet } from "../../src/style/pages-stylesheet.js";
import { GALLERY } from "./gallery.js";
import { GALLERY_BRAND } from "./gallery-kit.js";

/** Where the gallery is, for the browser alone. */
const ORIGIN = "http://gallery.test";

/** A folder that screenshots go to; nothing is photographed without it. */
const SCREENSHOTS = process.env["SCREENSHOTS"];
/** CSS with the fonts that screenshots are shot with: a file that the machine has. */
const FONTS = process.env["SCREENSHOT_FONTS"];

const types = { css: "text/css", svg: "image/svg+xml", js: "text/javascript" } as const;
const ASSETS: Readonly<Record<string, readonly [type: string, text: string]>> = {
  "pages.css": [types.css, pagesStylesheet(GALLERY_BRAND)],
  "icon.svg": [types.svg, iconSvg("Nordlicht", GALLERY_BRAND)],
  "pages.js": [types.js, ""],
};

/** A browser that is served the gallery, for as long as the tests of a file run. */
export function galleryBrowser(): {
  open: (name: string, options: OpenOptions) => Promise<Page>;
} {
  let browser: Awaited<ReturnType<typeof chromium.launch>>;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
      args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"],
      timeout: 60_000,
    });
  });
  afterAll(() => browser.close());
  return {
    async open(name, { width, height = 800, theme = "light", ...more }) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        deviceScaleFactor: SCREENSHOTS ? 2 : 1,
        ...more,
      });
      await serveGallery(context);
      const page = await context.newPage();
      await page.goto(`${ORIGIN}/${name}`);
      if (FONTS) {
        const [latin = "", others = ""] = readFileSync(FONTS, "utf8").split("/* others */");
        const isLatin = !/rtl|japanese|members/.test(name);
        await page.addStyleTag({ content: isLatin ? latin : latin + others });
        await page.evaluate("document.fonts.ready.then(() => true)");
      }
      return page;
    },
  };
}

export interface OpenOptions {
  readonly width: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  readonly forcedColors?: "active";
}

const serveGallery = (context: BrowserContext): Promise<unknown> =>
  context.route(`${ORIGIN}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    const [contentType, body] = ASSETS[name] ?? ["text/html", GALLERY[name]];
    await route.fulfill(body === undefined ? { status: 404 } : { contentType, body });
  });

/** What axe has to say against the page. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** How many pixels of the page lie beside the window. */
export const overhangOf = (page: Page): Promise<number> =>
  page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );

/** Controls that a finger can miss: smaller than 44 pixels and not a link in text. */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`[...document.querySelectorAll(
    "a:not(.skip, p a, .field a), button:not(.as-text), input:not([type=hidden], [type=radio], [type=checkbox]), select, summary",
  )].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility();
    return isShown && (width < 44 || height < 44)
      ? [element.outerHTML.slice(0, 80) + " " + width + "x" + height]
      : [];
  })`);

/** Photographs the page, where a folder is named. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

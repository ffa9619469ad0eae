import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_BRAND } from "@acme/auth-core/surface";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { pagesStylesheet } from "../../src/style/pages-stylesheet.js";

const STYLESHEET = pagesStylesheet(DEFAULT_BRAND);

/** A document without what it would load: its stylesheet stands in it. */
export const standingAlone = (html: string): string =>
  html
    .replace(/<link rel="stylesheet"[^>]*media="not all"[^>]*>/, "")
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${STYLESHEET}</style>`)
    .replaceAll(
      /<link rel="icon"[^>]*>|<meta http-equiv="refresh"[^>]*>|<script\b.*?<\/script>/gs,
      "",
    );

/** One page of a browser, for as long as the tests of a file run: nothing is loaded in it. */
export function documentPage(): () => Page {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
      args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"],
      timeout: 60_000,
    });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  });
  afterAll(() => browser.close());
  return () => page;
}

/** A folder that photographs go to; nothing is photographed without it. */
const SCREENSHOTS = process.env["SCREENSHOTS"];

/** Photographs the page, where a folder is named. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  const path = join(SCREENSHOTS, `${name.replaceAll(/[^\w-]+/g, "-")}.png`);
  await page.screenshot({ path, fullPage: true });
}

/** How many pixels of the page lie beside the window. */
export const overhangOf = (page: Page): Promise<number> =>
  page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );

/** What axe has to say against what the page shows. */
export async function axeFaults(page: Page, options: RunOptions = {}): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  const run = `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...options })})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

export const WIDTHS = [320, 390, 1280] as const;

/** Makes a frame of each width, in which `layoutFaults` shows documents. */
export const openFrames = (page: Page): Promise<void> =>
  page.setContent(
    WIDTHS.map((width) => `<iframe style="width:${width}px;height:800px;border:0"></iframe>`).join(
      "",
    ),
  );

/**
 * Shows a document in each width as it is, in letters of twice the size, and mirrored; and returns
 * what is wider than the window, and which texts are cut.
 * @param names texts that may be cut: the bar shows two lines of the name of an organization
 */
export const layoutFaults = (
  page: Page,
  html: string,
  names: readonly string[],
): Promise<readonly string[]> => {
  const given = [standingAlone(html), names].map((each) => JSON.stringify(each)).join();
  return page.evaluate<readonly string[]>(`(${measure})(${given})`);
};

const measure = `async (html, names) => {
  const faults = [];
  await Promise.all([...document.querySelectorAll("iframe")].map(async (frame) => {
    await new Promise((resolve) => {
      frame.onload = resolve;
      frame.srcdoc = html;
    });
    const root = frame.contentDocument.documentElement;
    const note = (how) => {
      const beside = root.scrollWidth - root.clientWidth;
      if (beside > 0) faults.push(frame.clientWidth + " pixels, " + how + ": " + beside + " too wide");
    };
    note("as it is");
    for (const each of root.querySelectorAll("body :not(.hush, .first, .skip, input)")) {
      const { overflowX, overflowY } = frame.contentWindow.getComputedStyle(each);
      const isCut =
        (/hidden|clip/.test(overflowX) && each.scrollWidth > each.clientWidth + 1) ||
        (/hidden|clip/.test(overflowY) && each.scrollHeight > each.clientHeight + 1);
      if (isCut && each.checkVisibility() && !names.includes(each.textContent))
        faults.push(frame.clientWidth + " pixels: cut " + each.outerHTML.slice(0, 80));
    }
    const pen = document.createElement("canvas").getContext("2d");
    for (const each of root.querySelectorAll("[placeholder]")) {
      const style = frame.contentWindow.getComputedStyle(each);
      pen.font = style.font;
      const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (pen.measureText(each.placeholder).width > room)
        faults.push(frame.clientWidth + " pixels: cut " + each.placeholder);
    }
    const direction = root.dir;
    root.dir = direction === "rtl" ? "ltr" : "rtl";
    note("mirrored");
    root.dir = direction;
    root.style.fontSize = "200%";
    note("letters of twice the size");
  }));
  return faults;
}`;

/** Controls that a finger can miss: smaller than 44 pixels and not a link in text. */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`[...document.querySelectorAll(
    "a:not(.skip, p a, .field a), button:not(.as-text), input:not([type=hidden]), select, summary",
  )].map((each) => (/radio|checkbox/.test(each.type) ? each.labels[0] : each)).flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility() && (width < 44 || height < 44)
      ? [element.outerHTML.slice(0, 80) + " " + width + "x" + height]
      : [];
  })`);

/** What the keyboard reaches that shows no ring, and what it would reach out of order. */
export async function focusFaults(page: Page): Promise<readonly string[]> {
  await page.keyboard.press("Tab");
  return page.evaluate<readonly string[]>(`[...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]",
  )].flatMap((element) => {
    if (element.tabIndex > 0) return ["out of order: " + element.outerHTML.slice(0, 80)];
    if (element.tabIndex < 0 || element.disabled || !element.checkVisibility()) return [];
    element.focus();
    if (document.activeElement !== element) return ["not reached: " + element.outerHTML.slice(0, 80)];
    const rings = [element, element.parentElement, element.nextElementSibling].filter(Boolean).map((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    });
    return rings.includes(true) ? [] : ["no ring: " + element.outerHTML.slice(0, 80)];
  })`);
}

/** Controls without an edge, where the colors are those of the reader's system. */
export async function edgeFaults(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  const faults = await page.evaluate<readonly string[]>(`[...document.querySelectorAll(
    "main .button, main .control",
  )].filter((each) => each.checkVisibility() && parseFloat(getComputedStyle(each).borderTopWidth) < 1)
    .map((each) => "no edge: " + each.outerHTML.slice(0, 80))`);
  await page.emulateMedia({ forcedColors: "none" });
  return faults;
}

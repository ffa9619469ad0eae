import type { Locator, Page } from "playwright-core";

// Functions handed to the browser see its world, of which the compiler is told no more than they
// use.
interface PaintedElement {
  readonly parentElement: PaintedElement | null;
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string | null }>;
}
interface Paint {
  readonly color: string;
  readonly backgroundColor: string;
  readonly outlineColor: string;
  readonly outlineStyle: string;
  readonly outlineWidth: string;
  readonly borderTopColor: string;
  readonly textDecorationLine: string;
  readonly animationDelay: string;
  readonly opacity: string;
}
declare const getComputedStyle: (element: PaintedElement) => Paint;
declare const document: {
  readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number };
};

const TRANSPARENT = "rgba(0, 0, 0, 0)";

/** A piece of text, and how much it stands out from what is behind it. */
export interface PaintedText {
  readonly text: string;
  readonly contrast: number;
}

/** Every piece of text on the page. */
export async function paintedTexts(page: Page): Promise<readonly PaintedText[]> {
  const painted = await page
    .locator("body *")
    .evaluateAll((elements: readonly PaintedElement[]) => {
      const behind = (element: PaintedElement | null): string => {
        if (!element) return "none";
        const { backgroundColor } = getComputedStyle(element);
        return backgroundColor === "rgba(0, 0, 0, 0)"
          ? behind(element.parentElement)
          : backgroundColor;
      };
      return elements.flatMap((element) => {
        const texts = [...element.childNodes]
          .filter(({ nodeType }) => nodeType === 3)
          .map(({ textContent }) => (textContent ?? "").trim());
        return texts
          .filter((text) => text !== "")
          .map((text) => ({
            text,
            color: getComputedStyle(element).color,
            background: behind(element),
          }));
      });
    });
  return painted.map(({ text, color, background }) => ({
    text,
    contrast: contrastBetween(color, background),
  }));
}

/** How an element is painted, in the browser's own words. */
export const paintOf = (locator: Locator, property: keyof Paint): Promise<string> =>
  locator.evaluate((element: PaintedElement, name) => getComputedStyle(element)[name], property);

/**
 * How much the ring around the focused element stands out from the card it lies on; 0 where there
 * is none to see.
 */
export async function focusContrast(page: Page): Promise<number> {
  const focused = page.locator(":focus");
  const [color, style, width] = [
    await paintOf(focused, "outlineColor"),
    await paintOf(focused, "outlineStyle"),
    await paintOf(focused, "outlineWidth"),
  ];
  const [card, body] = [
    await paintOf(page.locator("main"), "backgroundColor"),
    await paintOf(page.locator("body"), "backgroundColor"),
  ];
  const visible = style === "solid" && Number.parseFloat(width) >= 2;
  return visible ? contrastBetween(color, card === TRANSPARENT ? body : card) : 0;
}

/** How far the page reaches beyond the window's right edge. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrastBetween(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Red, green and blue from 0 to 1, of a colour as the browser writes it: as it was given, or as it
 * was mixed.
 */
function channelsOf(color: string): readonly number[] {
  const given = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1);
  if (given) return given.map((value) => Number(value) / 255);
  const mixed = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(color)?.slice(1);
  if (!mixed) throw new Error(`${color} is no opaque colour`);
  return mixed.map(Number);
}

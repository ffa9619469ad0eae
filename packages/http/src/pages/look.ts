import type { AppBrand } from "@acme/auth-core";
import {
  type BrandPaint,
  brandTokens,
  CORNERS,
  markLetter,
  PALETTE,
  type Palette,
  styleSource,
} from "@acme/auth-core/surface";
import { Html, html } from "./html.js";

/** Whose pages they are. */
export interface Branded {
  readonly appName: string;
  readonly brand: AppBrand;
}

/** How pages look: made once, of the brand and of a stylesheet that names no color. */
export interface Look {
  /** The stylesheet, for the head of each page. */
  readonly style: Html;
  /**
   * What a Content-Security-Policy says of it: the hash by which the browser takes the stylesheet,
   * and where logos come from, if there is one.
   */
  readonly policy: string;
  /** The logo; without one, a square of the color with the first letter of the name. */
  readonly mark: Html;
}

/**
 * Makes the look of pages.
 * @param layout a stylesheet; its colors and corners are custom properties, such as `var(--card)`
 * and `var(--corner)`
 * @example
 * const { style, policy, mark } = createLook(auth, "body{background:var(--page)}");
 */
export function createLook(branded: Branded, layout: string): Look {
  const { brand } = branded;
  const stylesheet = properties(brand) + MARK + layout;
  const logos = [brand.logoUrl, brand.logoDarkUrl].flatMap((url) => url ?? []);
  const origins = new Set(logos.map((url) => new URL(url).origin));
  return {
    // Not in a template, where a formatter would put white space around the stylesheet: the hash is
    // that of every character between the tags.
    style: new Html(`<style>${stylesheet}</style>`),
    policy: [
      `style-src ${styleSource(stylesheet)}`,
      ...(origins.size > 0 ? [`img-src ${[...origins].join(" ")}`] : []),
    ].join("; "),
    mark: markOf(branded),
  };
}

function properties({ color, corners }: AppBrand): string {
  const { light, dark } = brandTokens(color);
  return (
    `:root{color-scheme:light dark;--corner:${CORNERS[corners]}px;${colors(PALETTE.light, light)}}` +
    `@media(prefers-color-scheme:dark){:root{${colors(PALETTE.dark, dark)}}}`
  );
}

const colors = (
  { goodSoft, badSoft, warnSoft, ...palette }: Palette,
  { onFill, hover, text, onSoft, border, ...paint }: BrandPaint,
): string =>
  Object.entries({
    ...palette,
    "good-soft": goodSoft,
    "bad-soft": badSoft,
    "warn-soft": warnSoft,
    ...paint,
    "on-fill": onFill,
    "fill-hover": hover,
    "fill-edge": border ?? paint.fill,
    link: text,
    "on-soft": onSoft,
  })
    .map(([name, color]) => `--${name}:${color}`)
    .join(";");

/** Of the mark alone. Its corners are those of the brand at half size, as it is small. */
const MARK =
  ".mark{display:block;height:2rem;max-width:12rem;flex:none}" +
  "rect.mark-fill{fill:var(--fill);stroke:var(--fill-edge)}" +
  ".mark text{fill:var(--on-fill);font:700 18px system-ui,sans-serif;text-anchor:middle}";

function markOf({ appName, brand: { logoUrl, logoDarkUrl, corners } }: Branded): Html {
  const letter = markLetter(appName);
  if (logoUrl === null) {
    if (letter === "") return html``;
    return html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect
        class="mark-fill"
        x=".5"
        y=".5"
        width="31"
        height="31"
        rx="${Math.min(CORNERS[corners], 15.5)}"
      />
      <text x="16" y="22.5">${letter}</text>
    </svg>`;
  }
  const logo = html`<img class="mark" src="${logoUrl}" alt="" height="32" />`;
  if (logoDarkUrl === null) return logo;
  return html`<picture
    ><source srcset="${logoDarkUrl}" media="(prefers-color-scheme: dark)" />
    ${logo}</picture
  >`;
}
